/**
 * Words by which the parts of a talk are recognised. Lists are separated by "|" and in lower case. Entries may be several
 * words. In Japanese and Chinese an entry matches anywhere, or at the start for openings.
 */
export interface LanguageData {
  /** Frequent function words: they identify the language and say nothing about a topic. */
  common: string;
  /** Openings that continue the previous sentence. */
  conjunctions: string;
  /** Openings that refer to somebody or something said before. */
  pronouns: string;
  /** Pronouns if one of `verbs` follows, and articles of a noun otherwise. */
  demonstratives: string;
  verbs: string;
  /** Pattern of further verbs after a demonstrative. */
  verbPattern?: RegExp;
  /** Openings that are allowed although they begin with one of the above. */
  exceptions?: string;
  /** Sounds and words that fill time. */
  fillers: string;
  questions: string;
  contrasts: string;
  /** Strong claims. */
  claims: string;
  /** Promises to reveal something. */
  secrets: string;
  /** Words that address the viewer. */
  address: string;
  /** Phrases of a last sentence. */
  conclusions: string;
  /** Openings of a new topic. */
  openers: string;
  /** Organisation of the event or channel, which nobody wants in a clip. */
  housekeeping: string;
  numbers: string;
  /** Words of a request that do not describe what to look for. */
  requests: string;
}

export const LANGUAGES: Readonly<Record<string, LanguageData>> = {
  en: {
    common:
      "a|about|after|again|all|also|am|an|and|any|are|as|at|back|be|because|been|before|being|but|by|can|can't|could|did|didn't|do|does|doesn't|doing|don't|down|each|even|ever|every|few|first|for|from|get|gets|getting|go|goes|going|gonna|got|had|has|have|he|her|here|him|his|how|i|i'd|i'll|i'm|i've|if|in|into|is|isn't|it|it's|its|just|kind|know|last|let|let's|like|little|look|lot|made|make|makes|many|may|maybe|me|mean|more|most|much|my|need|never|new|no|not|nothing|now|of|off|oh|ok|okay|on|once|one|only|or|other|our|out|over|own|people|put|really|right|said|same|say|says|see|she|should|so|some|something|sort|still|stuff|such|take|than|that|that's|the|their|them|then|there|there's|these|they|they're|thing|things|think|this|those|through|time|to|today|too|two|up|us|use|very|want|was|wasn't|way|we|we're|well|were|what|what's|when|where|which|while|who|why|will|with|would|yeah|yes|you|you're|you've|your",
    conjunctions:
      "and|but|so|because|'cause|cause|cuz|or|nor|yet|plus|also|then|therefore|hence|thus|however|anyway|anyways|otherwise|although|though|whereas|besides|which is|which means|which was|which makes|as well as|that's why|instead|meanwhile|similarly|likewise",
    pronouns: "he|she|it|they|him|her|his|hers|its|their|theirs|them|the former|the latter|the same",
    demonstratives: "this|that|these|those",
    verbs:
      "is|isn't|was|wasn't|are|aren't|were|weren't|will|would|won't|wouldn't|can|can't|could|couldn't|should|shouldn't|may|might|must|has|hasn't|had|have|haven't|does|doesn't|did|didn't|do|don't|means|meant|makes|made|gives|gave|takes|took|happens|happened|works|worked|costs|cost|shows|showed|tells|told|leads|led|goes|went|comes|came|gets|got|looks|looked|sounds|sounded|seems|seemed|feels|felt|needs|lets|let|helps|helped|changes|changed|becomes|became|allows|allowed|turns|turned|really|just|also|actually|never|always|only|then|still|probably|basically|i|we|you|they|he|she|it|alone|and|in|to|at|being|said|brings|brought|keeps|kept|includes|creates|created|sets|saves|saved|starts|started|ends|ended",
    fillers:
      "um|umm|uh|uhh|uhm|erm|er|hmm|hm|mm|ah|eh|like|basically|literally|actually|you know|i mean|sort of|kind of|kinda|well|okay|ok|so yeah|yeah|right|anyway|whatever|or something|and stuff|you see|i guess",
    questions:
      "what|why|how|who|when|where|which|whose|do you|did you|have you|are you|is it|is there|can you|could you|would you|should you|what if|ever wonder",
    contrasts:
      "but|instead of|rather than|not because|isn't|is not|aren't|are not|wasn't|versus|yet|however|on the contrary|the opposite|opposite|contrary|actually|turns out|in fact|less is|no longer|used to",
    claims:
      "never|nobody|no one|most people|everyone|everybody|always|every single|nothing|impossible|guaranteed|the best|the worst|the biggest|the most important|the only|the single|the hardest|the fastest|changed everything|changed my life|forever|ever made|ever seen|i ever|we ever|zero|must|will not|cannot|proof|kills|destroys|doubled|tripled|failed|fired|bankrupt|lost everything",
    secrets:
      "secret|secrets|mistake|mistakes|truth|lie|lies|wrong|stop|the reason|nobody tells|no one tells|nobody talks|here is how|here's how|here is why|here's why|here's what|here is what|trick|tricks|hack|myth|myths|warning|surprising|surprised|shocking|shocked|what happened|lesson|rule|rules|the problem|hidden|imagine|regret|confess|confession|admit",
    address: "you|your|yourself|you're|you've|you'll",
    conclusions:
      "that is why|that's why|that is how|that's how|this is why|this is how|the lesson|the point|in the end|at the end of the day|remember|in short|in other words|so the next time|the takeaway|bottom line|never again|from that day|since then|ever since|and that|that's it|that is it|that's the|that is the|that was the|what matters|all you need|the answer is|the moral|and it worked|so if you|which is why|the result|to this day",
    openers:
      "now|next|okay|ok|alright|all right|let's|let me|moving on|another|the first|the second|the third|first|second|third|finally|question|the next|one day|when i|years ago|last year|imagine|here's|here is|speaking of|take",
    housekeeping:
      "subscribe|like button|thanks for watching|thank you for watching|welcome back|welcome to|thank you all for coming|thanks for coming|for coming|for being here|for having me|good night|get home|can you hear me|can everyone hear|share my screen|next slide|previous slide|coffee break|sponsor|sponsored|link in the description|before we start|before we begin|my name is|the agenda|good morning everyone|good afternoon|housekeeping|recording this|mute|microphone|in the chat|hand over to|introduce our|see you next",
    numbers:
      "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|hundreds|thousand|thousands|million|millions|billion|billions|percent|half|twice|double",
    requests:
      "find|show|give|pick|choose|moment|moments|clip|clips|part|parts|segment|segments|section|sections|scene|scenes|speaker|speakers|host|guest|talk|talks|talking|speak|speaks|speaking|discuss|discusses|explain|explains|explaining|mention|mentions|mentioning|best|good|great|interesting|funny|video|topic|topics|please|anything|everything|contains|containing|related|regarding|concerning|want|looking|focus|highlight|highlights|short|shorts|person|someone|they're|answers|tells|says",
  },
  de: {
    common:
      "aber|alle|allem|allen|aller|alles|als|also|am|an|auch|auf|aus|bei|beim|bin|bis|bist|bitte|da|dabei|damit|dann|das|dass|dein|deine|dem|den|denn|der|des|dich|die|dies|diese|dieser|dieses|dir|doch|dort|du|durch|ein|eine|einem|einen|einer|eines|einfach|einmal|er|erst|es|etwas|euch|euer|für|ganz|gar|gibt|gut|hab|habe|haben|hat|hatte|hatten|hier|ich|ihm|ihn|ihnen|ihr|ihre|im|immer|in|ins|ist|ja|jede|jeden|jeder|jedes|jetzt|kann|kannst|kein|keine|können|könnte|machen|macht|mal|man|mehr|mein|meine|meinen|mich|mir|mit|muss|müssen|nach|natürlich|nicht|nichts|noch|nun|nur|ob|oder|ohne|schon|sehr|sein|seine|seit|sich|sie|sind|so|soll|sollte|sondern|über|um|und|uns|unser|unsere|unter|viel|viele|vom|von|vor|war|waren|warum|was|weil|wenn|wer|werden|wie|wieder|will|wir|wird|wirklich|wo|wollen|worden|wurde|würde|zu|zum|zur|zwei|sagen|sagt|geht|gehen|leute|sache|sachen",
    conjunctions:
      "und|aber|weil|denn|oder|also|sondern|doch|jedoch|deshalb|deswegen|darum|daher|dann|außerdem|trotzdem|dadurch|dennoch|obwohl|dass|sodass|so dass|allerdings|ansonsten|sonst|stattdessen|damit|daraufhin|wobei|währenddessen|das heißt|auch",
    pronouns:
      "er|sie|es|ihn|ihm|ihr|ihre|ihren|ihrem|ihrer|sein|seine|seinen|seinem|seiner|ihnen|dessen|deren|derselbe|dasselbe|dieselbe|letzteres|ersteres",
    demonstratives: "das|die|der|den|dem|dies|diese|dieser|dieses|diesen|diesem|jene|jener|jenes",
    verbs:
      "ist|sind|war|waren|wird|werden|wurde|wurden|würde|hat|haben|hatte|hatten|kann|können|konnte|konnten|könnte|muss|müssen|musste|soll|sollte|sollten|will|wollen|wollte|darf|dürfen|geht|gehen|ging|macht|machen|machte|heißt|hieß|bedeutet|kommt|kommen|kam|gibt|gab|sieht|sah|klingt|klang|hilft|half|zeigt|bringt|brachte|führt|führte|stimmt|passiert|funktioniert|kostet|ich|du|er|wir|ihr|man|auch|aber|also|ja|nur|dann|immer|nie|doch|schon|mal|hier|da|liegt|lag|steht|stand|bleibt|blieb|wäre|hätte|habe|hab|sagt|sagte|sagen|finde|fand|alles",
    verbPattern: /^\p{Ll}{3,}(?<!s)t$/u,
    exceptions: "es gibt|es gab|es war einmal|es braucht",
    fillers:
      "äh|ähm|öh|öhm|hm|hmm|mhm|ehm|halt|quasi|sozusagen|irgendwie|eigentlich|sag ich mal|ne|naja|na ja|genau|gell|weißt du|wie gesagt|im prinzip|praktisch|okay|ok|ja gut|also ja|tja",
    questions:
      "was|warum|wieso|weshalb|wie|wer|wann|wo|welche|welcher|welches|wozu|hast du|habt ihr|haben sie|kennst du|kennen sie|weißt du|wissen sie|was wäre wenn",
    contrasts:
      "sondern|statt|anstatt|obwohl|im gegenteil|gegenteil|entgegen|nicht weil|dabei|tatsächlich|in wahrheit|in wirklichkeit|eigentlich|früher|nicht mehr|aber",
    claims:
      "nie|niemals|niemand|keiner|die meisten|jeder|alle|immer|nichts|unmöglich|garantiert|das beste|der beste|die beste|das schlimmste|der größte|die größte|das größte|das wichtigste|der wichtigste|die wichtigste|der einzige|die einzige|das einzige|für immer|null|verdoppelt|verdreifacht|gescheitert|gekündigt|pleite|alles verändert|mein leben verändert|alles verloren",
    secrets:
      "geheimnis|geheimnisse|fehler|wahrheit|lüge|lügen|falsch|hör auf|hören sie auf|hört auf|der grund|trick|tricks|mythos|mythen|warnung|überraschend|überrascht|schockiert|was passierte|was passiert ist|lektion|regel|regeln|das problem|versteckt|verborgen|stell dir vor|stellen sie sich vor|stellt euch vor|bereue|zugeben|verrät|verrate|so geht|darum geht",
    address: "du|dich|dir|dein|deine|deinen|deinem|ihr|euch|eure|ihnen",
    conclusions:
      "deshalb|deswegen|darum|genau so|so einfach|am ende|am schluss|unterm strich|die lehre|merkt euch|merk dir|merken sie sich|kurz gesagt|mit anderen worten|das fazit|das ergebnis|nie wieder|seitdem|seit diesem tag|seither|das war der|das war die|das ist der grund|das ist alles|das ist die|das ist der|darauf kommt es an|bis heute|die antwort|wenn du also|wenn sie also|so haben wir",
    openers:
      "jetzt|nun|okay|ok|gut|als nächstes|nächste|kommen wir|ein weiterer|eine weitere|der erste|der zweite|der dritte|erstens|zweitens|drittens|zum schluss|schließlich|frage|eines tages|vor jahren|letztes jahr|stell dir vor|stellen sie sich|hier ist|als ich|nehmen wir|ein anderes thema",
    housekeeping:
      "abonniert|abonniere|abonnieren|glocke|danke fürs zuschauen|willkommen zurück|herzlich willkommen|schön dass ihr|schön dass sie|könnt ihr mich hören|hören sie mich|bildschirm teilen|nächste folie|kaffeepause|sponsor|gesponsert|link in der beschreibung|bevor wir anfangen|bevor wir beginnen|mein name ist|die agenda|die tagesordnung|guten morgen|guten tag|mikrofon|mikro|im chat|vorstellungsrunde|organisatorisches|bis zum nächsten mal",
    numbers:
      "zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|fünfzehn|zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig|hundert|hunderte|tausend|tausende|million|millionen|milliarden|prozent|hälfte|doppelt",
    requests:
      "finde|suche|such|zeig|zeige|gib|wähle|moment|momente|momenten|clip|clips|stelle|stellen|teil|teile|abschnitt|abschnitte|szene|szenen|sprecher|sprecherin|redner|spricht|sprechen|redet|reden|erklärt|erklären|erwähnt|besten|beste|guten|gute|interessante|interessanten|lustige|lustigen|video|thema|themen|bitte|geht|darum|handelt|handeln|über|gesagt",
  },
  fr: {
    common:
      "ai|alors|as|au|aussi|autre|aux|avait|avec|avez|avoir|avons|bien|bon|ça|car|ce|cela|ces|c'est|cette|chez|chose|comme|comment|d'abord|d'un|d'une|dans|de|des|deux|dire|dit|dont|donc|du|elle|elles|en|encore|es|est|et|étaient|était|être|eu|fait|faire|faut|il|ils|j'ai|je|jamais|jusque|l'on|la|le|les|leur|leurs|là|lui|ma|mais|me|même|mes|moi|mon|n'est|ne|ni|nos|notre|nous|on|ont|ou|où|par|parce|pas|peu|peut|peux|plus|pour|pourquoi|qu'il|qu'on|quand|que|quel|quelle|quelque|qui|quoi|rien|sa|sans|se|sera|ses|si|son|sont|suis|sur|ta|te|tes|toi|ton|tous|tout|toute|toutes|très|trop|tu|un|une|va|vais|voilà|vos|votre|vous|vraiment|y",
    conjunctions:
      "et|mais|donc|alors|parce que|parce|car|ou|puis|ensuite|aussi|cependant|pourtant|ainsi|en plus|du coup|c'est pourquoi|c'est pour ça|sinon|bien que|néanmoins|toutefois|sauf que|par contre|de plus|ni",
    pronouns:
      "il|elle|ils|elles|lui|leur|leurs|son|sa|ses|le sien|ceux-ci|celui-ci|celle-ci|ça|cela|ceci|c'|c'est|c'était",
    demonstratives: "ce|celui|celle|ceux|celles",
    verbs: "sont|qui|que|n'est|dont|sera|fut|serait",
    exceptions: "il y a|il faut|il y avait|il existe",
    fillers:
      "euh|heu|hum|ben|bah|hein|quoi|genre|en fait|du coup|voilà|bref|tu vois|vous voyez|disons|enfin|bon|ok|okay|on va dire|comment dire",
    questions:
      "pourquoi|comment|qui|que|quoi|quand|où|quel|quelle|quels|quelles|combien|est-ce que|qu'est-ce|avez-vous|savez-vous|as-tu|sais-tu|et si",
    contrasts:
      "mais|au lieu|plutôt que|pas parce|au contraire|contraire|contrairement|pourtant|en réalité|en fait|ne sont pas|n'est pas",
    claims:
      "jamais|personne|la plupart|tout le monde|toujours|rien|impossible|garanti|le meilleur|la meilleure|le pire|la pire|le plus grand|la plus grande|le plus important|le seul|la seule|pour toujours|zéro|doublé|triplé|échoué|tout perdu|changé ma vie|tout changé",
    secrets:
      "secret|secrets|erreur|erreurs|vérité|mensonge|mensonges|faux|arrêtez|arrête|la raison|astuce|mythe|attention|surprenant|surpris|choqué|leçon|règle|règles|le problème|caché|imaginez|imagine|regrette|avouer|avoue|voici comment|voici pourquoi",
    address: "vous|votre|vos|tu|toi|ton|ta|tes",
    conclusions:
      "c'est pourquoi|c'est pour ça|voilà pourquoi|voilà comment|la leçon|au final|finalement|souvenez-vous|rappelez-vous|retenez|en bref|autrement dit|en résumé|le résultat|plus jamais|depuis ce jour|depuis|la réponse|c'est tout|c'est le|c'est la|ce qui compte|à ce jour",
    openers:
      "maintenant|ensuite|passons|autre|un autre|une autre|le premier|la première|le deuxième|premièrement|deuxièmement|enfin|question|un jour|il y a|l'année dernière|imaginez|voici|quand j'étais|prenons",
    housekeeping:
      "abonnez-vous|abonne-toi|merci d'avoir regardé|bienvenue|vous m'entendez|partager mon écran|diapositive suivante|pause café|sponsor|sponsorisé|lien dans la description|avant de commencer|je m'appelle|l'ordre du jour|bonjour à tous|micro|dans le chat|à la prochaine",
    numbers:
      "deux|trois|quatre|cinq|six|sept|huit|neuf|dix|douze|quinze|vingt|trente|quarante|cinquante|soixante|cent|cents|mille|million|millions|milliard|milliards|moitié|double",
    requests:
      "trouve|trouvez|cherche|montre|montrez|choisis|moment|moments|clip|clips|passage|passages|partie|parties|extrait|extraits|scène|orateur|intervenant|parle|parlent|parler|explique|meilleur|meilleurs|intéressant|intéressants|drôle|drôles|vidéo|sujet|sujets|propos",
  },
  es: {
    common:
      "a|al|algo|ahora|ante|así|aquí|bien|bueno|cada|casi|como|cómo|con|cosa|cosas|cual|cuando|de|del|desde|donde|dos|el|él|ella|ellas|ellos|en|entonces|era|eran|eres|es|esa|ese|eso|esta|está|están|este|esto|estoy|fue|ha|había|hace|hacer|han|hasta|hay|he|la|las|le|les|lo|los|más|me|mi|mis|mucho|muy|nada|ni|no|nos|nosotros|o|os|otra|otro|para|pero|poco|por|porque|pues|puede|puedo|que|qué|quien|se|sea|ser|si|sí|sin|sobre|solo|son|soy|su|sus|también|tan|te|tengo|ti|tiene|tienen|tienes|todo|todos|tu|tú|tus|un|una|uno|unos|va|vamos|voy|y|ya|yo|usted|ustedes",
    conjunctions:
      "y|e|pero|así que|porque|o|entonces|pues|también|además|sino|aunque|luego|sin embargo|por eso|por lo tanto|por tanto|después|igual|tampoco|es decir|mientras|en cambio|ni",
    pronouns: "él|ella|ellos|ellas|su|sus|lo|le|les|esto|eso|aquello|el suyo|la suya|lo mismo",
    demonstratives: "este|ese|esta|esa|estos|esos|estas|esas|aquel|aquella",
    verbs:
      "es|era|fue|son|eran|fueron|será|sería|ha|han|había|tiene|tienen|puede|pueden|no|se|me|también|hace|hizo|va|significa",
    fillers: "eh|em|mmm|este|o sea|pues|bueno|tipo|digamos|sabes|vale|a ver|en plan|como que|ok|okay|verdad|no sé",
    questions: "qué|por qué|cómo|quién|cuándo|dónde|cuál|cuáles|cuánto|cuántos|sabes|sabías|has|y si",
    contrasts:
      "pero|sino|en lugar de|en vez de|no porque|al contrario|contrario|sin embargo|en realidad|de hecho|no es|no son",
    claims:
      "nunca|jamás|nadie|la mayoría|todo el mundo|todos|siempre|nada|imposible|garantizado|el mejor|la mejor|el peor|la peor|el más grande|la más grande|lo más importante|el único|la única|para siempre|cero|duplicó|fracasé|lo perdí todo|cambió mi vida|lo cambió todo",
    secrets:
      "secreto|secretos|error|errores|verdad|mentira|mentiras|equivocado|deja de|dejen de|la razón|truco|trucos|mito|mitos|cuidado|sorprendente|sorprendió|lección|regla|reglas|el problema|oculto|imagina|imaginen|arrepiento|confesar|confieso|así es como",
    address: "tú|tu|tus|ti|usted|ustedes|vosotros|vuestro|te",
    conclusions:
      "por eso|así es como|la lección|al final|recuerda|recuerden|en resumen|en otras palabras|el resultado|nunca más|desde entonces|desde ese día|la respuesta|eso es todo|eso es lo|esa es la|ese es el|lo que importa|hasta hoy|en conclusión",
    openers:
      "ahora|siguiente|pasemos|otro|otra|el primero|la primera|el segundo|primero|segundo|tercero|finalmente|por último|pregunta|un día|hace años|el año pasado|imagina|cuando yo|tomemos|hablemos",
    housekeeping:
      "suscríbete|suscríbanse|gracias por ver|bienvenidos|bienvenido|me escuchan|compartir mi pantalla|siguiente diapositiva|pausa para el café|patrocinador|patrocinado|enlace en la descripción|antes de empezar|me llamo|mi nombre es|la agenda|buenos días|buenas tardes|micrófono|en el chat|hasta la próxima",
    numbers:
      "dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|quince|veinte|treinta|cuarenta|cincuenta|sesenta|cien|ciento|mil|millón|millones|mitad|doble",
    requests:
      "encuentra|busca|muestra|elige|momento|momentos|clip|clips|parte|partes|fragmento|fragmentos|escena|orador|ponente|habla|hablan|hablar|explica|mejor|mejores|interesante|interesantes|gracioso|graciosos|video|vídeo|tema|temas|favor",
  },
  it: {
    common:
      "a|abbiamo|ad|adesso|ai|al|alla|alle|allora|anche|ancora|avere|aveva|bene|c'è|che|chi|ci|ciò|come|con|cosa|cose|così|cui|da|dal|dalla|dei|del|della|delle|di|dire|dopo|due|dove|e|è|ecco|ed|era|erano|essere|fa|fare|fatto|gli|già|ha|hai|hanno|ho|i|il|in|io|la|le|lei|li|lo|loro|lui|ma|me|mi|mia|mio|molto|ne|nel|nella|no|noi|noi|non|nostra|nostro|o|ogni|per|perché|però|più|poi|può|qua|quale|quando|quasi|quella|quello|questa|queste|questi|questo|qui|quindi|se|sei|senza|si|sì|siamo|siete|solo|sono|sta|stato|su|sua|sul|sulla|suo|tanto|ti|tra|tu|tua|tuo|tutti|tutto|un|una|uno|va|vi|voi|vostro",
    conjunctions:
      "e|ed|ma|quindi|perché|o|oppure|però|allora|poi|anche|inoltre|così|dunque|perciò|tuttavia|infatti|sebbene|anzi|invece|cioè|né|altrimenti|mentre|per questo",
    pronouns: "lui|lei|loro|esso|essa|essi|gli|lo|suo|sua|suoi|sue|ciò|il suo|la sua|lo stesso",
    demonstratives: "questo|quello|questa|quella|questi|quelli|queste|quelle|quest'|quell'",
    verbs: "è|era|sono|erano|fu|sarà|sarebbe|ha|hanno|aveva|può|possono|non|si|mi|significa|vuol|fa|che|anche|va",
    fillers: "ehm|eh|mmm|cioè|tipo|insomma|diciamo|praticamente|ecco|allora|boh|beh|ok|okay|no|giusto|come dire",
    questions: "cosa|che cosa|perché|come|chi|quando|dove|quale|quali|quanto|quanti|sai|sapete|hai|avete|e se",
    contrasts: "ma|bensì|invece di|anziché|non perché|al contrario|contrario|però|in realtà|infatti|non è|non sono",
    claims:
      "mai|nessuno|la maggior parte|tutti|sempre|niente|nulla|impossibile|garantito|il migliore|la migliore|il peggiore|la peggiore|il più grande|la più grande|la cosa più importante|l'unico|l'unica|per sempre|zero|raddoppiato|fallito|perso tutto|cambiato la vita|cambiato tutto",
    secrets:
      "segreto|segreti|errore|errori|verità|bugia|bugie|sbagliato|smetti|smettete|il motivo|trucco|trucchi|mito|miti|attenzione|sorprendente|sorpreso|lezione|regola|regole|il problema|nascosto|immagina|immaginate|rimpiango|confesso|ecco come|ecco perché",
    address: "tu|tuo|tua|tuoi|ti|voi|vostro|vostra|vi",
    conclusions:
      "ecco perché|ecco come|per questo|la lezione|alla fine|ricorda|ricordate|in breve|in altre parole|in sintesi|il risultato|mai più|da allora|da quel giorno|la risposta|è tutto|questo è il|questa è la|ciò che conta|fino ad oggi",
    openers:
      "ora|adesso|prossimo|passiamo|un altro|un'altra|il primo|la prima|il secondo|primo|secondo|infine|domanda|un giorno|anni fa|l'anno scorso|immagina|quando ero|prendiamo|parliamo",
    housekeeping:
      "iscrivetevi|iscriviti|grazie per aver guardato|benvenuti|bentornati|mi sentite|condividere lo schermo|prossima slide|pausa caffè|sponsor|sponsorizzato|link in descrizione|prima di iniziare|mi chiamo|l'agenda|buongiorno a tutti|microfono|nella chat|alla prossima",
    numbers:
      "due|tre|quattro|cinque|sei|sette|otto|nove|dieci|dodici|quindici|venti|trenta|quaranta|cinquanta|sessanta|cento|mille|mila|milione|milioni|metà|doppio",
    requests:
      "trova|cerca|mostra|scegli|momento|momenti|clip|parte|parti|spezzone|spezzoni|scena|relatore|parla|parlano|parlare|spiega|migliore|migliori|interessante|interessanti|divertente|divertenti|video|argomento|argomenti",
  },
  pt: {
    common:
      "a|agora|aí|ainda|algo|ao|aos|aqui|as|assim|até|bem|bom|cada|coisa|coisas|com|como|da|das|de|dela|dele|depois|dizer|do|dois|dos|e|é|ela|elas|ele|eles|em|então|era|eram|essa|esse|esta|está|estão|estava|este|eu|faz|fazer|foi|for|foram|gente|há|isso|isto|já|lá|lhe|mais|mas|me|mesmo|meu|minha|muito|na|nada|não|nas|nem|no|nos|nós|nossa|nosso|num|numa|o|onde|os|ou|para|pela|pelo|pode|por|porque|pra|qual|quando|que|quem|se|sem|ser|seu|sim|só|sobre|são|sua|também|te|tem|têm|tenho|ter|tinha|toda|todo|todos|tudo|um|uma|vai|vamos|você|vocês|vou",
    conjunctions:
      "e|mas|então|porque|ou|também|além disso|porém|pois|embora|depois|aí|por isso|portanto|contudo|entretanto|daí|senão|ou seja|no entanto|nem|enquanto|já que|só que",
    pronouns: "ele|ela|eles|elas|seu|sua|seus|suas|isso|isto|aquilo|o mesmo|dele|dela|deles",
    demonstratives: "este|esse|esta|essa|estes|esses|estas|essas|aquele|aquela",
    verbs: "é|era|foi|são|eram|foram|será|seria|tem|têm|tinha|pode|podem|não|se|me|também|faz|fez|vai|significa|aqui",
    fillers: "éh|hm|ahn|hã|né|tipo|assim|tipo assim|sabe|então|bom|ok|okay|sei lá|quer dizer|digamos|enfim|tá",
    questions: "o que|por que|como|quem|quando|onde|qual|quais|quanto|quantos|você sabe|sabia|e se",
    contrasts: "mas|em vez de|ao invés|não porque|pelo contrário|contrário|porém|na verdade|na realidade|não é|não são",
    claims:
      "nunca|jamais|ninguém|a maioria|todo mundo|todos|sempre|nada|impossível|garantido|o melhor|a melhor|o pior|a pior|o maior|a maior|o mais importante|o único|a única|para sempre|zero|dobrou|fracassei|perdi tudo|mudou minha vida|mudou tudo",
    secrets:
      "segredo|segredos|erro|erros|verdade|mentira|mentiras|errado|pare de|parem de|o motivo|a razão|truque|truques|mito|mitos|cuidado|surpreendente|surpreso|lição|regra|regras|o problema|escondido|imagine|imaginem|arrependo|confesso|é assim que",
    address: "você|vocês|seu|sua|te|tu|teu|tua",
    conclusions:
      "por isso|é assim que|a lição|no final|no fim|lembre|lembrem|em resumo|em outras palavras|o resultado|nunca mais|desde então|desde aquele dia|a resposta|é isso|isso é o|essa é a|esse é o|o que importa|até hoje",
    openers:
      "agora|próximo|vamos|outro|outra|o primeiro|a primeira|o segundo|primeiro|segundo|finalmente|por fim|pergunta|um dia|anos atrás|ano passado|imagine|quando eu|pegue",
    housekeeping:
      "inscreva-se|inscrevam-se|se inscreva|obrigado por assistir|bem-vindos|bem-vindo|estão me ouvindo|compartilhar minha tela|próximo slide|intervalo|patrocinador|patrocinado|link na descrição|antes de começar|meu nome é|a agenda|bom dia|boa tarde|microfone|no chat|até a próxima",
    numbers:
      "dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|doze|quinze|vinte|trinta|quarenta|cinquenta|sessenta|cem|cento|mil|milhão|milhões|metade|dobro",
    requests:
      "encontre|procure|mostre|escolha|momento|momentos|clipe|clipes|parte|partes|trecho|trechos|cena|palestrante|fala|falam|falar|explica|melhor|melhores|interessante|interessantes|engraçado|engraçados|vídeo|tema|temas|favor",
  },
  nl: {
    common:
      "aan|al|alle|alleen|als|altijd|ben|bent|bij|daar|dan|dat|de|deze|die|dingen|dit|doen|doet|door|dus|echt|een|eens|en|er|even|gaan|gaat|geen|gewoon|goed|had|heb|hebben|heeft|heel|hem|het|hier|hij|hoe|hun|ik|in|is|ja|je|jij|jou|jouw|jullie|kan|komt|kunnen|maar|maken|meer|men|met|mij|mijn|moet|moeten|na|naar|niet|niets|nog|nou|nu|of|om|omdat|ons|onze|ook|op|over|te|tegen|toch|toen|tot|twee|u|uit|uw|van|veel|voor|waar|waarom|want|waren|was|wat|we|weer|wel|welke|werd|wie|wij|wil|worden|wordt|zal|ze|zeggen|zegt|zei|zelf|zich|zij|zijn|zo|zonder|zou",
    conjunctions:
      "en|maar|dus|want|omdat|of|ook|dan|daarom|bovendien|echter|hoewel|toch|daarna|daardoor|anders|trouwens|terwijl|zodat|dat wil zeggen|namelijk|desondanks",
    pronouns: "hij|zij|ze|het is|het was|hem|haar|hun|hen|diens|hetzelfde",
    demonstratives: "dit|dat|die|deze|het",
    verbs:
      "is|was|zijn|waren|wordt|werd|heeft|had|hebben|kan|kunnen|moet|zal|zou|betekent|gaat|komt|werkt|ik|we|je|hij|ook|niet|maakt|doet|lijkt",
    fillers: "uh|eh|euh|uhm|ehm|hm|zeg maar|weet je|eigenlijk|gewoon|nou|nou ja|toch|dus ja|oké|ok|best wel|zo van",
    questions: "wat|waarom|hoe|wie|wanneer|waar|welke|welk|heb je|hebt u|weet je|weet u|ken je|wat als",
    contrasts: "maar|in plaats van|niet omdat|integendeel|tegendeel|echter|eigenlijk|in werkelijkheid|niet meer|juist",
    claims:
      "nooit|niemand|de meeste mensen|de meesten|iedereen|altijd|niets|onmogelijk|gegarandeerd|het beste|de beste|het ergste|de grootste|het belangrijkste|de belangrijkste|de enige|het enige|voor altijd|nul|verdubbeld|mislukt|failliet|alles veranderd|alles kwijt",
    secrets:
      "geheim|geheimen|fout|fouten|waarheid|leugen|leugens|verkeerd|stop met|de reden|truc|trucs|mythe|mythes|waarschuwing|verrassend|verrast|les|regel|regels|het probleem|verborgen|stel je voor|spijt|toegeven|zo doe je",
    address: "je|jij|jou|jouw|jullie|u|uw",
    conclusions:
      "daarom|zo hebben|de les|uiteindelijk|onthoud|kortom|met andere woorden|het resultaat|nooit meer|sindsdien|sinds die dag|het antwoord|dat is alles|dat is de|dat is het|waar het om gaat|tot op vandaag",
    openers:
      "nu|volgende|oké|laten we|een ander|een andere|de eerste|de tweede|ten eerste|ten tweede|tot slot|ten slotte|vraag|op een dag|jaren geleden|vorig jaar|stel je voor|hier is|toen ik|neem",
    housekeeping:
      "abonneer|bedankt voor het kijken|welkom terug|welkom bij|kunnen jullie me horen|scherm delen|volgende slide|koffiepauze|sponsor|gesponsord|link in de beschrijving|voordat we beginnen|mijn naam is|de agenda|goedemorgen|goedemiddag|microfoon|in de chat|tot de volgende keer",
    numbers:
      "twee|drie|vier|vijf|zes|zeven|acht|negen|tien|twaalf|vijftien|twintig|dertig|veertig|vijftig|zestig|honderd|duizend|miljoen|miljard|procent|helft|dubbel",
    requests:
      "vind|zoek|toon|laat|zien|kies|moment|momenten|clip|clips|deel|delen|stuk|stukken|fragment|fragmenten|scène|spreker|praat|praten|spreekt|vertelt|legt|beste|goede|interessante|grappige|video|onderwerp|onderwerpen|alsjeblieft|gaat",
  },
  pl: {
    common:
      "a|ale|albo|aż|bardzo|bez|bo|by|był|była|było|były|być|będzie|ci|co|czy|czyli|dla|do|dobrze|dwa|go|gdy|gdzie|i|ich|ile|im|inne|ja|jak|jako|jego|jej|jest|jestem|jeszcze|jeśli|już|każdy|kiedy|kto|która|które|który|którzy|ma|mam|mamy|mi|może|można|mnie|mój|my|na|nad|nam|nas|nawet|nic|nie|niż|no|o|od|on|ona|one|oni|oraz|po|pod|przed|przez|przy|rzeczy|są|się|sobie|swoje|ta|tak|takie|tam|te|tego|tej|ten|teraz|też|to|trochę|tu|ty|tych|tylko|tym|u|w|wam|was|we|więc|wszystko|wy|z|za|że|żeby",
    conjunctions:
      "i|a|ale|więc|bo|ponieważ|lub|albo|także|też|potem|wtedy|jednak|dlatego|zatem|poza tym|natomiast|oraz|że|żeby|chociaż|czyli|tylko że|zresztą|oprócz tego",
    pronouns: "on|ona|ono|oni|one|jego|jej|ich|jemu|go|ją|tamten",
    demonstratives: "to|ten|ta|te|tamto",
    verbs: "jest|był|była|było|były|są|będzie|może|ma|znaczy|oznacza|nie|się|też|właśnie|dlatego|działa",
    fillers: "eee|yyy|mmm|no|jakby|w sumie|znaczy|wiesz|tak jakby|generalnie|prawda|ok|okej",
    questions: "co|dlaczego|jak|kto|kiedy|gdzie|który|która|które|ile|czy|po co|a gdyby",
    contrasts: "ale|zamiast|nie dlatego|wręcz przeciwnie|przeciwnie|jednak|tak naprawdę|w rzeczywistości|lecz",
    claims:
      "nigdy|nikt|większość|wszyscy|każdy|zawsze|nic|niemożliwe|najlepszy|najlepsza|najgorszy|największy|największa|najważniejsze|jedyny|jedyna|na zawsze|zero|podwoił|zbankrutowałem|straciłem wszystko|zmieniło wszystko",
    secrets:
      "sekret|sekrety|tajemnica|błąd|błędy|prawda|kłamstwo|źle|przestań|przestańcie|powód|trik|mit|mity|uwaga|zaskakujące|lekcja|zasada|zasady|problem|ukryty|wyobraź sobie|wyobraźcie sobie|żałuję|przyznać",
    address: "ty|ciebie|tobie|twój|twoja|twoje|wy|wam|was|wasz",
    conclusions:
      "dlatego|właśnie tak|lekcja|w końcu|na koniec|pamiętaj|pamiętajcie|krótko mówiąc|innymi słowy|rezultat|nigdy więcej|od tamtej pory|od tego dnia|odpowiedź|to wszystko|do dziś",
    openers:
      "teraz|następny|następna|przejdźmy|inny|inna|pierwszy|pierwsza|drugi|po pierwsze|po drugie|na koniec|pytanie|pewnego dnia|lata temu|w zeszłym roku|wyobraź|kiedy",
    housekeeping:
      "subskrybuj|subskrybujcie|dzięki za oglądanie|witam|witajcie|czy mnie słychać|następny slajd|przerwa|sponsor|link w opisie|zanim zaczniemy|nazywam się|dzień dobry|mikrofon|na czacie|do zobaczenia",
    numbers:
      "dwa|dwie|trzy|cztery|pięć|sześć|siedem|osiem|dziewięć|dziesięć|dwanaście|piętnaście|dwadzieścia|trzydzieści|czterdzieści|pięćdziesiąt|sto|tysiąc|tysięcy|milion|milionów|procent|połowa",
    requests:
      "znajdź|pokaż|wybierz|moment|momenty|klip|klipy|część|fragment|fragmenty|scena|mówca|mówi|mówią|rozmawia|wyjaśnia|najlepsze|ciekawe|śmieszne|wideo|film|temat|tematy|proszę",
  },
  ru: {
    common:
      "а|без|бы|был|была|были|было|быть|в|вам|вас|ведь|вот|все|всё|всего|вы|где|да|даже|два|для|до|его|ее|её|если|есть|еще|ещё|же|за|здесь|и|из|или|им|их|к|как|какой|когда|кто|ли|мне|меня|может|можно|мой|мы|на|надо|нам|нас|не|нет|ни|них|но|ну|о|об|он|она|они|оно|от|очень|по|под|потому|при|про|просто|с|сам|свой|себя|сейчас|со|так|такой|там|тебя|то|того|тоже|только|том|ты|у|уже|хорошо|что|чтобы|чего|это|этого|этой|этом|этот|эти|я",
    conjunctions:
      "и|а|но|поэтому|потому что|потому|или|также|тоже|затем|потом|однако|значит|хотя|зато|либо|итак|кроме того|причём|причем|иначе|следовательно|тем не менее|то есть|ибо|да и",
    pronouns: "он|она|оно|они|его|её|ее|их|ему|ей|им|ним|то же самое",
    demonstratives: "это|этот|эта|эти|тот|та|те|то",
    verbs:
      "был|была|было|были|будет|есть|значит|означает|не|и|очень|может|можно|просто|как|самый|самое|самая|всё|все|я|мы|вы|ты|работает|помогает|стоит|стало",
    fillers: "эээ|эмм|ммм|э|ну|вот|как бы|типа|короче|в общем|значит|так сказать|знаете|понимаете|собственно|ок|окей",
    questions: "что|почему|зачем|как|кто|когда|где|какой|какая|какие|сколько|вы знаете|знаете ли|а если|что если",
    contrasts: "но|вместо|а не|не потому|наоборот|напротив|однако|на самом деле|в действительности",
    claims:
      "никогда|никто|большинство|все|каждый|всегда|ничего|невозможно|гарантированно|лучший|лучшая|лучшее|худший|худшая|самый большой|самая большая|самое главное|самое важное|единственный|единственная|навсегда|ноль|удвоил|провалился|потерял всё|изменило всё|изменила мою жизнь",
    secrets:
      "секрет|секреты|тайна|ошибка|ошибки|ошибку|правда|правду|ложь|неправильно|хватит|перестаньте|причина|трюк|миф|мифы|внимание|удивительно|урок|правило|правила|проблема|скрытый|представьте|представь|жалею|признаюсь|вот как|вот почему",
    address: "вы|вас|вам|ваш|ваша|ваши|ты|тебя|тебе|твой",
    conclusions:
      "поэтому|вот почему|вот как|урок|в итоге|в конце концов|запомните|помните|короче говоря|другими словами|результат|больше никогда|с тех пор|с того дня|ответ|вот и всё|до сих пор",
    openers:
      "теперь|далее|следующий|следующая|перейдём|перейдем|другой|другая|первый|первая|второй|во-первых|во-вторых|наконец|вопрос|однажды|год назад|лет назад|представьте|когда я|возьмём",
    housekeeping:
      "подписывайтесь|подпишитесь|спасибо за просмотр|добро пожаловать|меня слышно|следующий слайд|перерыв|спонсор|ссылка в описании|прежде чем начать|меня зовут|добрый день|доброе утро|микрофон|в чате|до встречи",
    numbers:
      "два|две|три|четыре|пять|шесть|семь|восемь|девять|десять|двенадцать|пятнадцать|двадцать|тридцать|сорок|пятьдесят|сто|тысяча|тысяч|миллион|миллионов|процентов|половина|вдвое",
    requests:
      "найди|найдите|покажи|покажите|выбери|момент|моменты|клип|клипы|часть|части|фрагмент|фрагменты|сцена|спикер|говорит|говорят|рассказывает|объясняет|лучшие|интересные|смешные|видео|тема|темы|пожалуйста",
  },
  ja: {
    common:
      "の|は|が|を|に|で|と|も|へ|や|か|ね|よ|た|だ|て|ます|です|まし|でし|ませ|ん|する|し|さ|れ|い|る|なる|なり|なっ|ある|あり|あっ|いる|いう|こと|もの|ため|よう|から|まで|など|これ|それ|あれ|この|その|あの|ここ|そこ|そして|でも|しかし|私|僕|皆さん|ない|なく|なかっ|たち|けど|ので|のに|方|時|今|何|的",
    conjunctions:
      "そして|でも|しかし|だから|なので|それで|それに|それから|また|ただ|ですが|けど|けれど|だけど|なぜなら|したがって|つまり|すると|ところが|じゃあ|それとも|または|だが|ですから|というのも|ちなみに|さらに|一方",
    pronouns: "彼|彼女|彼ら|それ|これは|これが|これを|これも|これで|あれ|そこで|その|そう|そんな",
    demonstratives: "",
    verbs: "",
    fillers: "えー|えっと|あのー|えーと|まあ|なんか|あの|うーん|ええと|そのー",
    questions: "なぜ|どうして|どうやって|誰|いつ|どこ|何が|何を|どう|ですか|でしょうか|ますか|ませんか",
    contrasts: "ではなく|じゃなく|むしろ|逆に|反対|実は|実際|本当は|しかし",
    claims:
      "絶対|誰も|ほとんどの人|みんな|必ず|全て|すべて|不可能|最高|最悪|最大|一番|唯一|永遠|ゼロ|倍に|失敗|決して|二度と",
    secrets: "秘密|間違い|ミス|真実|嘘|やめて|理由|コツ|神話|注意|驚|教訓|ルール|問題|隠|想像|後悔|告白|方法",
    address: "あなた|皆さん|みなさん|君",
    conclusions: "だから|つまり|これが|結局|最後に|覚えて|要するに|結果|答え|それ以来|というわけ|大切なのは|まとめ",
    openers: "次に|さて|では|まず|最後に|もう一つ|第一|第二|質問|ある日|昔|去年|想像して|今度は",
    housekeeping:
      "チャンネル登録|ご視聴ありがとう|聞こえますか|画面を共有|次のスライド|休憩|スポンサー|概要欄|始める前に|と申します|おはようございます|こんにちは|マイク|チャット|また次回",
    numbers: "二|三|四|五|六|七|八|九|十|百|千|万|億|半分|倍",
    requests:
      "探して|見つけて|見せて|選んで|場面|瞬間|クリップ|部分|話している|話す|話|説明|について|面白い|最高の|動画|ください|シーン|テーマ",
  },
  zh: {
    common:
      "的|了|是|在|我|我们|你|你们|他|她|它|他们|这|那|这个|那个|有|和|也|都|就|不|没|没有|说|要|会|可以|能|很|到|去|来|上|下|里|与|及|对|把|被|让|给|从|向|因为|所以|但是|如果|什么|怎么|一个|一|个|人|时候|自己|还|再|又|着|过|吗|呢|吧|啊|得|地|之|而|其|中|大家|就是|然后",
    conjunctions:
      "但是|但|可是|不过|所以|因为|而且|并且|然后|还有|或者|于是|因此|然而|那么|那就|另外|此外|而|和|同时|接着|只是|也",
    pronouns: "他|她|它|这是|那是|这就|这样|那样|这也|这些是|那些是|这让|这意味|这不",
    demonstratives: "",
    verbs: "",
    fillers: "嗯|呃|那个|就是说|然后呢|对吧|这个这个|怎么说呢|啊|额",
    questions: "为什么|怎么|什么|谁|哪|何时|多少|吗|是不是|有没有|如何",
    contrasts: "而不是|不是|相反|反而|其实|事实上|实际上|但",
    claims:
      "从来|从不|没有人|没人|大多数人|所有人|每个人|永远|一定|绝对|不可能|最好|最差|最大|最重要|唯一|零|翻倍|失败|破产|改变了一切",
    secrets: "秘密|错误|真相|谎言|错了|停止|不要再|原因|技巧|神话|注意|惊讶|教训|规则|问题|隐藏|想象|后悔|承认|方法",
    address: "你|你们|您|大家",
    conclusions:
      "这就是为什么|所以|教训|最后|记住|总之|换句话说|结果|再也|从那以后|从那天起|答案|就是这样|关键是|直到今天",
    openers: "现在|接下来|好|首先|第一|第二|第三|最后|另一个|问题|有一天|去年|想象|当我",
    housekeeping:
      "订阅|点赞|感谢观看|欢迎|听得到吗|共享屏幕|下一张|休息|赞助|简介|开始之前|我叫|大家好|早上好|麦克风|聊天|下次见",
    numbers: "二|两|三|四|五|六|七|八|九|十|百|千|万|亿|一半|倍",
    requests: "找|找到|显示|选择|片段|时刻|部分|视频|关于|讲|谈|谈到|解释|最好的|有趣的|请|场景|话题|主题|演讲者",
  },
  ko: {
    common:
      "그|이|저|것|수|등|및|더|또|안|못|잘|다|좀|너무|정말|아주|제가|저는|나는|우리|우리는|있는|있습니다|있어요|합니다|하는|했습니다|입니다|이것|그것|하고|에서|으로|때문에|그리고|하지만|그래서|그런데|지금|여기|거기|어떤|무엇|왜|어떻게|모든|많은|같은|대한",
    conjunctions:
      "그리고|하지만|그래서|그런데|왜냐하면|또는|또한|그러면|그러나|그러니까|따라서|게다가|그래도|근데|그럼|그렇지만|그러므로|혹은|아니면",
    pronouns: "그는|그녀는|그들은|그것은|그건|그게|이것은|이건|이게|그의|그녀의|저건",
    demonstratives: "",
    verbs: "",
    fillers: "음|어|그|뭐|막|이제|약간|뭐랄까|그러니까|저기",
    questions: "왜|어떻게|무엇|뭐가|누가|언제|어디|얼마나|혹시|과연",
    contrasts: "아니라|대신|반대로|오히려|사실|사실은|하지만",
    claims: "절대|아무도|대부분|모두|모든|항상|불가능|최고|최악|가장|유일한|영원히|실패|두 배|망했|한 번도",
    secrets: "비밀|실수|진실|거짓말|틀렸|그만|이유|비결|신화|주의|놀라운|교훈|규칙|문제|숨겨진|상상|후회|고백|방법",
    address: "여러분|당신|당신의|여러분의|너|네가",
    conclusions: "그래서|바로|결국|교훈|기억하세요|요약하면|다시 말해|결과|다시는|그 후로|그날 이후|답은|이게 전부",
    openers: "이제|다음|자|먼저|첫째|둘째|첫 번째|두 번째|마지막으로|또 다른|질문|어느 날|작년|상상해|옛날",
    housekeeping:
      "구독|좋아요|시청해 주셔서|환영합니다|들리시나요|화면 공유|다음 슬라이드|휴식|스폰서|시작하기 전에|제 이름은|안녕하세요|마이크|채팅|다음에 만나요",
    numbers: "둘|셋|넷|다섯|여섯|일곱|여덟|아홉|열|백|천|만|억|퍼센트|절반|두|세|네",
    requests:
      "찾아|찾아줘|보여|보여줘|골라|순간|장면|클립|부분|영상|비디오|대해|대한|관한|말하는|설명하는|최고의|재미있는|주제",
  },
};

/** Abbreviations, in lower case without the last full stop. A sentence goes on after them. */
export const ABBREVIATIONS: ReadonlySet<string> = new Set(
  (
    "dr|mr|mrs|ms|prof|st|vs|e.g|i.e|cf|ca|approx|no|vol|fig|jr|sr|gen|col|sgt|capt|lt|rev|hon|gov|sen|rep|mt|ave|blvd|dept|est|" +
    "u.s|u.k|p.m|a.m|z.b|d.h|u.a|o.ä|bzw|usw|evtl|ggf|vgl|nr|str|hr|fr|inkl|max|min|mio|mrd|sog|s.o|u.u|v.a|mme|mlle|m|mm|p.ex|" +
    "sra|srta|dra|ud|uds|p.ej|av|sig|dott|ing|avv|prof.ssa|etc|inc|ltd|co|corp|dhr|mevr|bijv|o.a|d.w.z|np|itp|itd|tzw|т.е|т.д|т.п|г|ул|др|н.э"
  ).split("|"),
);

/** Of these, the ones that may also be the last word of a sentence. A capital letter after them begins a sentence. */
export const FINAL_ABBREVIATIONS: ReadonlySet<string> = new Set(
  "usw|etc|inc|ltd|co|corp|p.m|a.m|u.s|u.k|max|min|no|str|itp|itd|т.д|т.п|г|др|est".split("|"),
);
