import type { Lexicon } from "./lexicon";

export const fr: Lexicon = {
  small:
    "le|la|les|un|une|des|du|de|et|ou|mais|avec|sans|pour|à|au|aux|en|dans|sur|par|chez|que|qui|est|sont|votre|vos|notre|nos|ton|ta|tes|ma|mes|ne|pas|plus|très|ce|cette|ces|l|d|j|c|qu|vous|nous|comment|pourquoi|dès|jusqu",
  order:
    "crée|créer|créez|cree|creer|fais|faites|faire|génère|générez|réalise|réalisez|conçois|concevez|je veux|je voudrais|j'aimerais|il me faut|nous voulons|j'ai besoin|produis|écris|fais-moi|crée-moi",
  medium:
    "vidéo|vidéos|video|affiche|image|publicité|pub|visuel|bannière|clip|post|reel|flyer|spot|story|annonce|court-métrage|miniature",
  link: "pour|sur|de|du|des|d'|de la|avec|montrant|qui montre|où|au sujet de|à propos de|afin de|pour promouvoir|pour annoncer|intitulée|avec le texte",
  say: "annonce|annoncez|explique|expliquez|mentionne|mentionnez|montre|montrez|souligne|présente|présentez|dis que",
  call: "nous vous attendons|on vous attend|achetez|achète|essayez|essaie|découvrez|découvre|commandez|commande|profitez|profite|réservez|réserve|rejoignez|rejoins|téléchargez|télécharge|visitez|visite|inscrivez|inscris|goûtez|offrez|appelez|appelle|contactez|suivez|suis|abonnez|abonne|venez|viens|enregistrez|enregistre|partagez|partage|cliquez|clique|postulez|en savoir plus|lien en bio|prenez|contactez-nous|rendez-vous|testez|demandez",
  callAnywhere: "lien en bio|en savoir plus",
  direct:
    "utilise|utilisez|ajoute|ajoutez|garde|gardez|mets|mettez|commence par|commencez par|termine par|terminez par|évite|évitez|doit|montre|montrez|s'il te plaît|s'il vous plaît",
  not: "pas de|pas d'|sans|aucun|aucune|ne pas|n'utilise pas|n'utilisez pas|évite|évitez|jamais",
  production:
    "style|look|ambiance|ton|musique|lumière|couleur|couleurs|palette|fond|arrière-plan|police|polices|typographie|transition|transitions|sous-titres|effet|effets|voix off|caméra|rythme|animation|animations|format|durée|public cible|cible|emojis|logo|texte|vidéo|clip|image|personnes|visages|atmosphère|secondes|rouge|bleu|bleue|vert|noir|blanc|jaune|rose",
  style:
    "court|courte|promotionnelle|publicitaire|moderne|minimaliste|épuré|élégant|élégante|ludique|coloré|colorée|colorées|joyeux|joyeuse|énergique|dynamique|calme|sombre|lumineux|lumineuse|chaleureux|chaleureuse|chaudes|chauds|professionnel|professionnelle|cinématographique|réaliste|rétro|vintage|futuriste|drôle|simple|luxueux|vertical|verticale|rapide|lent|lente|doux|douce|douces|pastel|entraînante",
  person:
    "femme|femmes|homme|hommes|fille|garçon|personne|personnes|gens|quelqu'un|couple|enfant|enfants|bébé|famille|chat|chien|mains|chef|barista|mannequin|astronaute",
  camera:
    "plan de drone|drone|vue aérienne|gros plan|mouvement de caméra|à la caméra|ralenti|plan large|travelling|timelapse|plan sur|zoom",
  discount: "soldes|réduction|remise|jusqu|promo|de moins|économisez|offert|rabais|sur tout",
  guide: "comment|recette|étapes|astuces|conseils|erreurs|raisons|idées|façons|ingrédients|secrets|choses",
  event:
    "fête|concert|festival|atelier|ouverture|inauguration|événement|salon du|salon de l'|salon des|soirée|brocante|vernissage|billets|portes ouvertes",
  job: "nous recrutons|on recrute|recrute|offre d'emploi|emploi|postulez|cdi|stage",
  greeting:
    "joyeux noël|bonne année|joyeux anniversaire|bonne fête|félicitations|merci|joyeuses fêtes|bonnes fêtes|joyeuses pâques",
  and: "et|ou",
  months: "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre",
  weekdays: "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain",
  calls: {
    generic: "En savoir plus",
    listen: "Écouter maintenant",
    sale: "J'en profite",
    save: "À enregistrer pour plus tard",
    event: "Réservez la date",
    job: "Postulez maintenant",
  },
};

export const es: Lexicon = {
  small:
    "el|la|los|las|un|una|unos|unas|y|o|pero|con|sin|de|del|para|por|en|a|al|que|es|son|tu|tus|su|sus|nuestro|nuestra|mi|más|muy|este|esta|estos|como|cómo|desde|hoy|cada|ahora|qué|hasta|todos|todas|se|lo",
  order:
    "crea|crear|cree|créame|haz|hazme|hacer|genera|generar|diseña|diseñar|produce|quiero|necesito|necesitamos|queremos|quisiera|me gustaría|prepara|escribe",
  medium:
    "vídeo|video|vídeos|videos|póster|poster|cartel|imagen|anuncio|publicidad|banner|clip|reel|post|flyer|historia|spot|miniatura",
  link: "para|sobre|de|del|con|que muestre|que diga|donde|en el que|acerca de|promocionando|anunciando|para promocionar|para anunciar|para vender|promocionar|de tiktok|llamado|con el texto",
  say: "anuncia|promociona|explica|menciona|muestra|destaca|presenta|di que|promocionar|anunciar",
  call: "te esperamos|os esperamos|los esperamos|compra|compre|prueba|pruebe|descubre|descubra|pide|pida|ordena|reserva|reserve|únete|descarga|descargue|visita|visite|visítanos|consigue|aprovecha|regístrate|empieza|llama|llame|llámanos|sigue|síguenos|síguenos|guarda|comparte|haz clic|inscríbete|suscríbete|ven|contáctanos|contacta|escríbenos|postula|aplica|enlace en la bio|link en bio|más información|solicita|apúntate|no te lo pierdas|guárdalo|guárdala|pruébalo|pruébala|cómpralo|descúbrelo|compártelo|pídelo|consíguelo|llévatelo|resérvalo|inscríbete ya",
  callAnywhere: "link en bio|enlace en la bio",
  direct:
    "usa|use|utiliza|añade|agrega|mantén|pon|empieza con|comienza con|termina con|asegúrate|evita|debe|muestra|por favor",
  not: "no uses|no usar|sin|evita|ningún|ninguna|nada de|no muestres|no pongas|no incluyas",
  production:
    "estilo|look|ambiente|tono|música|luz|iluminación|color|colores|paleta|fondo|tipografía|fuente|letra|letras|transición|transiciones|subtítulos|efecto|efectos|voz en off|cámara|ritmo|animación|animaciones|formato|duración|público|público objetivo|emojis|logo|texto|vídeo|video|clip|imagen|personas|caras|segundos|rojo|azul|verde|negro|blanco|amarillo",
  style:
    "corto|corta|breve|promocional|publicitario|moderno|moderna|minimalista|limpio|elegante|divertido|divertida|colorido|colorida|alegre|alegres|energético|enérgico|dinámico|dinámica|tranquilo|tranquila|oscuro|oscura|brillante|cálido|cálida|cálidos|profesional|cinematográfico|realista|retro|vintage|futurista|sencillo|lujoso|vertical|rápido|rápida|lento|suave|suaves|pastel",
  person:
    "mujer|mujeres|hombre|hombres|chica|chico|niña|niño|niños|persona|personas|gente|alguien|pareja|bebé|familia|gato|perro|manos|chef|barista|modelo|astronauta",
  camera:
    "toma de dron|dron|vista aérea|primer plano|movimiento de cámara|a la cámara|cámara lenta|plano general|travelling|timelapse|plano de|zoom",
  discount: "descuento|rebaja|rebajas|hasta|oferta|ahorra|menos|dto|promoción",
  guide: "cómo|receta|pasos|trucos|consejos|errores|razones|ideas|formas|ingredientes|secretos|maneras|cosas|hábitos",
  event:
    "fiesta|concierto|festival|taller|inauguración|apertura|evento|feria|mercado|entradas|exposición|gran apertura",
  job: "buscamos|contratando|estamos contratando|empleo|vacante|trabaja con nosotros|postula",
  greeting: "feliz navidad|feliz año|feliz cumpleaños|feliz día|felicidades|gracias|felices fiestas|buenas noches",
  and: "y|e|o|u",
  months: "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre",
  weekdays: "lunes|martes|miércoles|jueves|viernes|sábado|domingo|mañana",
  calls: {
    generic: "Descubre más",
    listen: "Escúchalo ya",
    sale: "Compra ahora",
    save: "Guárdalo para después",
    event: "Reserva la fecha",
    job: "Postula ahora",
  },
};

export const it: Lexicon = {
  small:
    "il|lo|la|i|gli|le|un|uno|una|e|o|ma|con|senza|di|del|della|dei|delle|per|in|nel|nella|a|al|alla|che|è|sono|tuo|tua|nostro|nostra|nostri|più|molto|questo|questa|come|da|dal|oggi|ogni|solo|fino|perché|tutti|tutte|l|dell|all|ci",
  order:
    "crea|creare|creami|fai|fammi|fare|genera|generare|disegna|progetta|realizza|voglio|vorrei|ho bisogno|vogliamo|vorremmo|mi serve|scrivi|prepara",
  medium: "video|poster|immagine|annuncio|pubblicità|locandina|banner|clip|reel|post|volantino|spot|storia|copertina",
  link: "per|su|sul|sulla|di|del|della|con|che mostra|dove|in cui|riguardo|promuovendo|per promuovere|per annunciare|promuovere|con il testo|chiamato",
  say: "annuncia|promuovi|spiega|menziona|mostra|evidenzia|presenta",
  call: "vi aspettiamo|ti aspettiamo|compra|prova|scopri|ordina|prenota|unisciti|scarica|visita|acquista|approfitta|iscriviti|inizia|chiama|chiamaci|segui|seguici|salva|condividi|clicca|vieni|contattaci|candidati|link in bio|richiedi|registrati|passa|scrivici|vienici|approfittane|salvalo|provalo|acquistalo|scoprilo|condividilo|prenotate|ordinate|venite|scoprite",
  direct:
    "usa|utilizza|aggiungi|mantieni|metti|inizia con|finisci con|termina con|assicurati|evita|deve|mostra|per favore",
  not: "non usare|senza|evita|nessun|nessuna|niente|non mostrare|non mettere",
  production:
    "stile|look|atmosfera|tono|musica|luce|luci|colore|colori|palette|sfondo|carattere|font|transizione|transizioni|sottotitoli|effetto|effetti|voce fuori campo|telecamera|ritmo|animazione|animazioni|formato|durata|pubblico|target|emoji|logo|testo|video|clip|immagine|persone|volti|secondi|rosso|blu|verde|nero|bianco",
  style:
    "breve|corto|promozionale|pubblicitario|moderno|moderna|minimalista|pulito|elegante|giocoso|colorato|colorata|allegro|allegra|energico|energica|dinamico|dinamica|calmo|calma|scuro|scura|luminoso|luminosa|caldo|caldi|professionale|cinematografico|realistico|retrò|vintage|futuristico|semplice|lussuoso|verticale|veloce|lento|morbido|pastello",
  person:
    "donna|donne|uomo|uomini|ragazza|ragazzo|bambino|bambina|bambini|persona|persone|qualcuno|coppia|neonato|famiglia|gatto|cane|mani|cuoco|barista|modella|astronauta",
  camera:
    "ripresa con drone|drone|vista aerea|primo piano|movimento di camera|alla telecamera|rallentatore|panoramica|carrellata|timelapse|inquadratura",
  discount: "sconto|sconti|saldi|fino|offerta|risparmia|ribasso|meno|promozione",
  guide: "come|ricetta|passi|passaggi|trucchi|consigli|errori|motivi|idee|modi|ingredienti|segreti|cose",
  event: "festa|concerto|festival|laboratorio|inaugurazione|apertura|evento|fiera|mercato|biglietti|mostra|serata",
  job: "cerchiamo|assumiamo|stiamo assumendo|lavora con noi|offerta di lavoro|candidati|posizione aperta",
  greeting:
    "buon natale|buon anno|buon compleanno|auguri|congratulazioni|grazie|buone feste|buona pasqua|buona festa|buonanotte",
  and: "e|ed|o",
  months: "gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre",
  weekdays: "lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|domani",
  calls: {
    generic: "Scopri di più",
    listen: "Ascolta ora",
    sale: "Acquista ora",
    save: "Salva per dopo",
    event: "Segna la data",
    job: "Candidati ora",
  },
};

export const pt: Lexicon = {
  small:
    "o|a|os|as|um|uma|uns|umas|e|ou|mas|com|sem|de|do|da|dos|das|para|por|em|no|na|nos|nas|que|é|são|seu|sua|nosso|nossa|meu|minha|mais|muito|este|esta|como|ao|à|você|hoje|cada|até|desde|agora|não|todos|todas|pra",
  order:
    "crie|cria|criar|faça|faz|fazer|gere|gerar|desenhe|produza|quero|preciso|precisamos|queremos|gostaria|escreva|monte",
  medium:
    "vídeo|video|vídeos|pôster|poster|cartaz|imagem|anúncio|banner|clipe|reel|reels|post|panfleto|spot|story|propaganda|publicidade",
  link: "para|sobre|de|do|da|dos|das|com|que mostre|onde|em que|promovendo|anunciando|divulgando|para divulgar|para promover|divulgar|promover|chamado|com o texto",
  say: "anuncie|divulgue|promova|explique|mencione|mostre|destaque|apresente",
  call: "esperamos você|esperamos por você|te esperamos|compre|compra|experimente|descubra|peça|reserve|junte|junte-se|baixe|visite|garanta|aproveite|inscreva|inscreva-se|comece|ligue|siga|salve|compartilhe|clique|venha|contate|candidate-se|link na bio|saiba mais|agende|peça já|chame|marque|fale|cadastre-se|teste|faça seu pedido|não perca",
  callAnywhere: "link na bio",
  direct: "use|utilize|adicione|mantenha|coloque|comece com|termine com|certifique-se|evite|deve|mostre|por favor",
  not: "não use|sem|evite|nenhum|nenhuma|nada de|não mostre|não coloque",
  production:
    "estilo|look|clima|tom|música|luz|iluminação|cor|cores|paleta|fundo|tipografia|fonte|transição|transições|legendas|efeito|efeitos|narração|locução|câmera|ritmo|animação|animações|formato|duração|público|público-alvo|emojis|logo|texto|vídeo|clipe|imagem|pessoas|rostos|segundos|vermelho|azul|verde|preto|branco|amarelo",
  style:
    "curto|curta|breve|promocional|publicitário|moderno|moderna|minimalista|limpo|elegante|divertido|divertida|colorido|colorida|alegre|enérgico|energético|dinâmico|dinâmica|calmo|calma|escuro|escura|brilhante|quente|quentes|profissional|cinematográfico|realista|retrô|vintage|futurista|simples|luxuoso|vertical|rápido|rápida|lento|suave|suaves|pastel|animada|animado",
  person:
    "mulher|mulheres|homem|homens|menina|menino|garota|garoto|pessoa|pessoas|alguém|casal|criança|crianças|bebê|família|gato|cachorro|mãos|chef|barista|modelo|astronauta",
  camera:
    "tomada de drone|drone|vista aérea|movimento de câmera|para a câmera|câmera lenta|plano aberto|timelapse|plano de",
  discount: "desconto|promoção|até|oferta|economize|menos|liquidação",
  guide:
    "como|receita|passos|truques|dicas|erros|motivos|razões|ideias|formas|maneiras|ingredientes|segredos|coisas|hábitos",
  event: "festa|show|concerto|festival|oficina|inauguração|abertura|evento|feira|ingressos|exposição",
  job: "estamos contratando|vaga|vagas|contratamos|trabalhe conosco|emprego|candidate-se",
  greeting:
    "feliz natal|feliz ano novo|feliz aniversário|feliz dia|parabéns|obrigado|obrigada|boas festas|feliz páscoa",
  and: "e|ou",
  months: "janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro",
  weekdays: "segunda|terça|quarta|quinta|sexta|sábado|domingo|amanhã|segunda-feira|sexta-feira",
  calls: {
    generic: "Saiba mais",
    listen: "Ouça agora",
    sale: "Compre agora",
    save: "Salve para depois",
    event: "Marque na agenda",
    job: "Candidate-se agora",
  },
};
