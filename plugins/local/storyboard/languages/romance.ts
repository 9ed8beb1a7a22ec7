import type { Lexicon } from "./lexicon";

export const fr: Lexicon = {
  small:
    "le|la|les|un|une|des|du|de|et|ou|mais|avec|sans|pour|à|au|aux|en|dans|sur|par|chez|que|qui|est|sont|votre|vos|notre|nos|ton|ta|tes|ma|mes|ne|pas|plus|très|ce|cette|ces|l|d|j|c|qu|vous|nous|comment|pourquoi|dès|jusqu",
  call: "nous vous attendons|on vous attend|achetez|achète|essayez|essaie|découvrez|découvre|commandez|commande|profitez|profite|réservez|réserve|rejoignez|rejoins|téléchargez|télécharge|visitez|visite|inscrivez|inscris|goûtez|offrez|appelez|appelle|contactez|suivez|suis|abonnez|abonne|venez|viens|enregistrez|enregistre|partagez|partage|cliquez|clique|postulez|en savoir plus|lien en bio|prenez|contactez-nous|rendez-vous|testez|demandez",
  callAnywhere: "lien en bio|en savoir plus",
  discount: "soldes|réduction|remise|jusqu|promo|de moins|économisez|offert|rabais|sur tout",
  and: "et|ou",
  months: "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre",
  weekdays: "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain",
  calls: {
    generic: "En savoir plus",
    sale: "J'en profite",
  },
};

export const es: Lexicon = {
  small:
    "el|la|los|las|un|una|unos|unas|y|o|pero|con|sin|de|del|para|por|en|a|al|que|es|son|tu|tus|su|sus|nuestro|nuestra|mi|más|muy|este|esta|estos|como|cómo|desde|hoy|cada|ahora|qué|hasta|todos|todas|se|lo",
  call: "te esperamos|os esperamos|los esperamos|compra|compre|prueba|pruebe|descubre|descubra|pide|pida|ordena|reserva|reserve|únete|descarga|descargue|visita|visite|visítanos|consigue|aprovecha|regístrate|empieza|llama|llame|llámanos|sigue|síguenos|síguenos|guarda|comparte|haz clic|inscríbete|suscríbete|ven|contáctanos|contacta|escríbenos|postula|aplica|enlace en la bio|link en bio|más información|solicita|apúntate|no te lo pierdas|guárdalo|guárdala|pruébalo|pruébala|cómpralo|descúbrelo|compártelo|pídelo|consíguelo|llévatelo|resérvalo|inscríbete ya",
  callAnywhere: "link en bio|enlace en la bio",
  discount: "descuento|rebaja|rebajas|hasta|oferta|ahorra|menos|dto|promoción",
  and: "y|e|o|u",
  months: "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre",
  weekdays: "lunes|martes|miércoles|jueves|viernes|sábado|domingo|mañana",
  calls: {
    generic: "Descubre más",
    sale: "Compra ahora",
  },
};

export const it: Lexicon = {
  small:
    "il|lo|la|i|gli|le|un|uno|una|e|o|ma|con|senza|di|del|della|dei|delle|per|in|nel|nella|a|al|alla|che|è|sono|tuo|tua|nostro|nostra|nostri|più|molto|questo|questa|come|da|dal|oggi|ogni|solo|fino|perché|tutti|tutte|l|dell|all|ci",
  call: "vi aspettiamo|ti aspettiamo|compra|prova|scopri|ordina|prenota|unisciti|scarica|visita|acquista|approfitta|iscriviti|inizia|chiama|chiamaci|segui|seguici|salva|condividi|clicca|vieni|contattaci|candidati|link in bio|richiedi|registrati|passa|scrivici|vienici|approfittane|salvalo|provalo|acquistalo|scoprilo|condividilo|prenotate|ordinate|venite|scoprite",
  discount: "sconto|sconti|saldi|fino|offerta|risparmia|ribasso|meno|promozione",
  and: "e|ed|o",
  months: "gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre",
  weekdays: "lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|domani",
  calls: {
    generic: "Scopri di più",
    sale: "Acquista ora",
  },
};

export const pt: Lexicon = {
  small:
    "o|a|os|as|um|uma|uns|umas|e|ou|mas|com|sem|de|do|da|dos|das|para|por|em|no|na|nos|nas|que|é|são|seu|sua|nosso|nossa|meu|minha|mais|muito|este|esta|como|ao|à|você|hoje|cada|até|desde|agora|não|todos|todas|pra",
  call: "esperamos você|esperamos por você|te esperamos|compre|compra|experimente|descubra|peça|reserve|junte|junte-se|baixe|visite|garanta|aproveite|inscreva|inscreva-se|comece|ligue|siga|salve|compartilhe|clique|venha|contate|candidate-se|link na bio|saiba mais|agende|peça já|chame|marque|fale|cadastre-se|teste|faça seu pedido|não perca",
  callAnywhere: "link na bio",
  discount: "desconto|promoção|até|oferta|economize|menos|liquidação",
  and: "e|ou",
  months: "janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro",
  weekdays: "segunda|terça|quarta|quinta|sexta|sábado|domingo|amanhã|segunda-feira|sexta-feira",
  calls: {
    generic: "Saiba mais",
    sale: "Compre agora",
  },
};
