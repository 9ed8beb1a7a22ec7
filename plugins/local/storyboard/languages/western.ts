import type { Lexicon } from "./lexicon";

export const en: Lexicon = {
  small:
    "a|an|the|and|or|but|nor|with|without|of|for|to|in|on|at|by|from|as|into|over|under|that|which|who|your|our|my|their|his|her|its|this|these|is|are|be|was|were|will|can|so|than|then|if|when|while|because|about|up|off|not|very|more|most|you|we|it|all|every|how|what|why",
  order:
    "create|make|design|generate|produce|draw|build|render|craft|give me|write|prepare|i need|i want|i'd like|i would like|we need|we want|we'd like|we would like|looking for|help me make|help me create|need|want|turn this into|put together|come up with|do|film|shoot|record",
  medium:
    "video|videos|clip|clips|ad|ads|advert|advertisement|commercial|promo|promotion|reel|reels|short|shorts|tiktok|tiktoks|story|stories|post|posts|poster|posters|image|images|picture|graphic|visual|flyer|flier|banner|thumbnail|cover|creative|illustration|slideshow|trailer|teaser|announcement|explainer|spot|montage|vlog|intro|outro|testimonial video|infographic|logo|carousel|tutorial|unboxing|pin|pins|leaflet|postcard|invitation|billboard",
  link: "for|about|of|on|showing|that shows|which shows|featuring|that features|that says|which says|saying|with the text|with the words|advertising|promoting|that promotes|that advertises|to promote|to advertise|to announce|to sell|to introduce|to celebrate|to launch|to explain|to show|announcing|introducing|presenting|selling|explaining|highlighting|that highlights|that explains|that tells|telling|that covers|covering|called|titled|where|in which|with|based on|using|to|celebrating|launching|marketing|to market",
  say: "announce|advertise|promote|explain|mention|mention that|highlight|emphasize|emphasise|include|show|say|say that|tell people|tell people that|tell them|tell viewers|tell viewers that|let people know|let people know that|talk about|focus on|display|state|state that|list|add|feature|point out|point out that|stress|stress that|sell|market|advertising|promoting",
  call: "try|buy|shop|get|order|download|join|start|grab|book|discover|visit|sign up|signup|sign|subscribe|learn|call|reserve|register|claim|explore|swipe|tap|click|follow|watch|apply|contact|donate|dm|message|save|share|tag|comment|text|email|e-mail|enroll|enrol|rsvp|find|check out|check|see|schedule|request|come|stop by|hurry|don't miss|drop by|read|take|act|secure|switch|upgrade|go to|pre-order|preorder|use code|enter code|link in bio|send|ask|meet us|head to|give|pick|adopt|vote|play|listen|stream|only online at|available at|find us|treat yourself|let's|bring|scan|pop in|spread|test ride|test drive|test-drive|swing by|walk in|ring|stop in",
  callAnywhere:
    "link in bio|click the link|swipe up|rsvp|use code|use the code|with code|sign up|order now|shop now|book now|call now|apply at|tickets at",
  direct:
    "use|keep|add|include|make sure|make it|make the|make them|ensure|put|place|set|show|display|start with|end with|begin with|open with|close with|finish with|finish on|end on|have|apply|choose|pick|go for|go with|play|render|animate|i want|i'd like|we want|i would like|should be|it should|let it|target|aim|write|give it|feel free|please|can you|could you|try to|stick to|focus on",
  not: "don't|do not|dont|no|without|avoid|never|not|please don't|exclude|leave out|skip|nothing|shouldn't|should not|must not",
  production:
    "style|styles|look|vibe|vibes|mood|tone|aesthetic|aesthetics|music|soundtrack|song|beat|beats|lighting|light|lights|color|colors|colour|colours|color palette|palette|background|backdrop|typography|font|fonts|transition|transitions|caption|captions|subtitles|feel|effect|effects|simple words|simple terms|plain english|voiceover|voice-over|voice over|narration|narrator|camera|cuts|pacing|pace|animation|animations|motion graphics|graphics|layout|composition|resolution|aspect ratio|format|ratio|duration|length|audience|target audience|demographic|emojis|emoji|hashtags|watermark|watermarks|text overlay|text overlays|overlay|overlays|on-screen text|lettering|logo|logos|hook|call to action|cta|video|videos|clip|ad|image|poster|reel|people|faces|text|shots|footage|b-roll|visuals|scene|scenes|photos|stock footage|language|theme|gradient|gradients|icons|frame|frames|depth of field|seconds|second|orientation|atmosphere|energy|sound|sounds|sound effects|zoom|zooms|grain|texture|shadows|white space|brand colors|red|orange|yellow|green|blue|purple|pink|black|white|grey|gray|brown|gold|silver|teal|navy|prices|pricing|competitors|jargon|slang|buzzwords|clichés|cliches|swearing",
  style:
    "cinematic|photorealistic|realistic|ultra|quality|detailed|highly|high|modern|minimal|minimalist|minimalistic|clean|bold|elegant|fun|playful|vibrant|colorful|colourful|upbeat|energetic|moody|dark|bright|professional|eye-catching|8k|4k|hd|uhd|full|bokeh|soft|golden hour|trending|viral|aesthetic|luxurious|luxury|premium|vertical|horizontal|square|portrait|landscape|fast-paced|fast|slow|calm|relaxing|dynamic|catchy|engaging|trendy|sleek|polished|retro|vintage|futuristic|neon|warm|cozy|cosy|pastel|dramatic|inspiring|inspirational|motivational|emotional|funny|humorous|friendly|corporate|simple|stylish|artistic|hyperrealistic|hyper-realistic|3d|2d|animated|dreamy|romantic|festive|serious|serene|short|long|punchy|snappy|smooth|crisp|sharp|natural|organic|rustic|edgy|happy|cheerful|ugc|ugc-style|hip|chill|lo-fi|epic|stunning|beautiful|attractive|instagram|tiktok|youtube|looking|earthy|monochrome|masculine|feminine|muted|loud|quiet|subtle|strong|sunset|sunrise|young|educational|informative|gen z|wholesome",
  person:
    "woman|women|man|men|girl|girls|boy|boys|guy|lady|person|people|someone|somebody|couple|kid|kids|child|children|baby|family|mom|mother|dad|father|model|actor|actress|influencer|creator|chef|barista|teenager|student|cat|kitten|dog|puppy|horse|bird|robot|astronaut|dancer|athlete|runner|cyclist|surfer|hand|hands|crowd|customer|customers|employee|host|presenter|elderly|grandma|grandpa|farmer|doctor|nurse|car driving|driver|skater|monkey|lion|tiger|elephant|fox|bear|wolf|dragon|unicorn|penguin",
  camera:
    "drone shot|aerial shot|aerial view|aerial|close-up|close up|closeup|wide shot|tracking shot|slow motion|slow-motion|slow-mo|timelapse|time-lapse|time lapse|camera pans|camera movement|camera moves|camera follows|camera zooms|camera angle|to the camera|slow camera|pan shot|b-roll|footage|dolly|handheld camera|zoom in|zooms in|shot of|shots of|cut to|cuts to|fade in|fades in|macro shot|macro lens|bokeh|depth of field|photorealistic|hyperrealistic|hyper-realistic|film grain|establishing shot|over the shoulder|overhead shot|point of view shot|still life|silhouette",
  discount:
    "off|sale|save|discount|deal|up to|cheaper|less|reduced|reduction|cashback|voucher|coupon|extra|markdown|clearance",
  guide:
    "how to|how i|recipe|steps|tips|tricks|hacks|mistakes|ways|reasons|things|ideas|facts|myths|lessons|habits|rules|guide|tutorial|diy|signs|secrets|exercises|explained|ingredients|for beginners|beginner's guide|checklist|places",
  event:
    "party|concert|festival|workshop|webinar|opening|grand opening|event|meetup|conference|gig|exhibition|open day|launch party|class starts|tickets|live music|open house|viewing|fair|market day|fundraiser|opens|doors open|marathon|tournament|screening|show starts",
  job: "hiring|we're hiring|we are hiring|job|jobs|vacancy|career|careers|join our team|apply|recruiting|position|internship",
  greeting:
    "happy birthday|merry christmas|happy new year|happy mother's day|happy father's day|happy holidays|happy easter|happy thanksgiving|happy valentine's day|happy diwali|eid mubarak|happy anniversary|happy eid|get well soon|congratulations|thank you|good morning|good night|rest in peace",
  and: "and|&|plus|or",
  months:
    "january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec",
  weekdays: "monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|wed|thu|fri|sat|sun|tonight|tomorrow",
  calls: {
    generic: "Learn more",
    listen: "Listen now",
    sale: "Shop now",
    save: "Save this for later",
    event: "Save the date",
    job: "Apply now",
  },
};

export const de: Lexicon = {
  small:
    "der|die|das|den|dem|des|ein|eine|einen|einem|einer|und|oder|aber|mit|ohne|von|für|zu|zum|zur|im|am|an|auf|bei|aus|nach|vom|als|über|unter|dass|ist|sind|dein|deine|deinen|deiner|unser|unsere|ihr|ihre|sie|wir|nicht|so|sehr|mehr|alle|jeden|es|ich|du|wie|was|warum|jetzt|mein|meine|ab|nur|bis|uns",
  order:
    "erstelle|erstell|erstellen sie|erstellt|mach|mache|machen sie|macht|gestalte|generiere|entwirf|produziere|dreh|drehe|bau|schreib|schreibe|ich brauche|ich will|ich möchte|ich hätte gern|ich hätte gerne|wir brauchen|wir wollen|wir möchten|brauche|zeig|zeige|kannst du mir|bitte erstelle|bitte mach",
  medium:
    "video|videos|clip|bild|poster|plakat|anzeige|werbung|post|grafik|flyer|banner|reel|story|spot|werbespot|film|thumbnail|kurzvideo|erklärvideo|werbevideo|imagefilm|beitrag",
  link: "für|fuer|über|ueber|zu|zum|zur|mit|von|das|die|der|wo|in dem|das zeigt|um|damit|namens|mit dem text|mit den worten|mit dem titel|auf",
  say: "kündige an|bewirb|bewerbe|erkläre|erklär|erwähne|zeige|zeig|betone|nenne|sag|sage|sag dass|stelle vor|verkaufe|hebe hervor",
  call: "jetzt|probiere|probier|kaufe|kauf|hol|hole|bestelle|bestell|entdecke|buche|buch|starte|teste|sichere|sicher|besuche|besuch|melde|lade|ruf|rufe|folge|komm|kommt|kommen sie|rufen sie|bestellen sie|besuchen sie|buchen sie|speichere|speicher|teile|bewirb dich|bewirb|schau|schaut|vereinbare|vereinbaren sie|reserviere|reservieren sie|anmelden|mehr erfahren|klick|klicke|link in bio|nutze|mach mit|macht mit|erfahre|spare|gleich|registriere|abonniere|speichern|bestellen|buchen|testen|sichern|entdecken|anrufen|vorbeikommen|reservieren|folgen|teilen|schreib uns|schreibt uns|kontaktiere|termin|tickets unter",
  callAnywhere: "link in bio|melde dich|jetzt bestellen|jetzt buchen|ruf uns an|rufen sie",
  direct:
    "verwende|nutze|benutze|füge|achte|halte|nimm|setze|beginne mit|starte mit|ende mit|schließe mit|bitte|soll|sollte|zielgruppe|zeige|zeig|verzichte",
  not: "kein|keine|keinen|nicht|ohne|vermeide|niemals|bitte kein|bitte keine",
  production:
    "stil|look|stimmung|ton|musik|licht|farbe|farben|farbpalette|hintergrund|hintergründe|schrift|schriftart|schriften|übergang|übergänge|untertitel|effekt|effekte|sprecher|stimme|kamera|schnitt|schnitte|tempo|animation|animationen|layout|format|seitenverhältnis|länge|dauer|zielgruppe|emojis|logo|text|video|clip|bild|personen|gesichter|atmosphäre|sekunden|rot|blau|grün|gelb|schwarz|weiß|lila|rosa|hochformat|querformat|sound",
  style:
    "modern|modernen|modernem|modernes|moderne|minimalistisch|minimalistischen|minimalistischem|clean|cleanen|elegant|eleganten|elegante|verspielt|bunt|bunte|fröhlich|fröhliche|fröhlicher|energiegeladen|dynamisch|dynamische|dynamischen|ruhig|ruhige|ruhiger|düster|dunkel|dunkle|dunklen|hell|helle|hellen|warm|warme|warmen|warmer|professionell|professionellen|hochwertig|filmisch|fotorealistisch|realistisch|retro|vintage|futuristisch|emotional|lustig|humorvoll|witzig|schlicht|schlichten|edel|edle|gemütlich|gemütliche|natürlich|schnell|schnelle|langsam|langsame|kurz|kurzes|schwarzer|schwarzem|weißer|weißem|weißen|goldener|goldenen|hoch|quadratisch|vertikal|pastell|sanft|sanfte|sanften",
  person:
    "frau|frauen|mann|männer|mädchen|junge|person|personen|menschen|jemand|paar|kind|kinder|baby|familie|mutter|vater|katze|hund|hände|model|koch|köchin|barista|astronaut",
  camera:
    "drohnenaufnahme|drohne|luftaufnahme|nahaufnahme|großaufnahme|kamerafahrt|kamera folgt|kamera zoomt|in die kamera|zeitlupe|zeitraffer|aufnahme von|schwenk|schnitt auf|totale|fotorealistisch|makro",
  discount:
    "rabatt|reduziert|sparen|spare|bis zu|günstiger|nachlass|billiger|gutschein|sale|prozente|weniger|auf alles",
  guide:
    "wie du|wie man|so geht|so gelingt|rezept|schritte|schritten|tipps|tricks|fehler|gründe|ideen|fakten|mythen|anleitung|regeln|zutaten|dinge|checkliste|übungen",
  event:
    "party|feier|konzert|festival|workshop|webinar|eröffnung|veranstaltung|messe|tag der offenen tür|flohmarkt|lesung|turnier|einlass|weihnachtsmarkt|sommerfest|tickets",
  job: "wir suchen|stellenangebot|job|jobs|karriere|bewirb|ausbildung|praktikum|mitarbeiter gesucht|verstärkung|gesucht|m/w/d",
  greeting:
    "frohe weihnachten|frohe ostern|frohes neues jahr|alles gute|alles liebe|herzlichen glückwunsch|danke|gute nacht|guten morgen|frohes fest|guten rutsch",
  and: "und|sowie|oder",
  months: "januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember",
  weekdays: "montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|heute|morgen",
  calls: {
    generic: "Mehr erfahren",
    listen: "Jetzt anhören",
    sale: "Jetzt sichern",
    save: "Für später speichern",
    event: "Termin vormerken",
    job: "Jetzt bewerben",
  },
};

export const nl: Lexicon = {
  small:
    "de|het|een|en|of|maar|met|zonder|van|voor|naar|op|aan|bij|uit|als|dat|die|is|zijn|je|jouw|jullie|ons|onze|mijn|meer|zeer|niet|ook|nu|hoe|wat|waarom",
  order: "maak|creëer|ontwerp|genereer|ik wil|ik heb|ik zoek|we willen|schrijf",
  medium: "video|poster|afbeelding|advertentie|banner|clip|reel|post|filmpje|reclame|flyer|story",
  link: "voor|over|van|met|om|waarin|die|dat",
  say: "kondig aan|promoot|leg uit|vermeld|benadruk|toon",
  call: "koop|probeer|ontdek|bestel|boek|start|download|bezoek|shop|pak|schrijf|volg|bel|meld|reserveer|kom|bewaar|deel|meer weten",
  direct: "gebruik|houd|voeg|zorg|zet|begin met|eindig met|toon|graag|alsjeblieft",
  not: "geen|niet|zonder|vermijd",
  production:
    "stijl|look|sfeer|toon|muziek|licht|kleur|kleuren|achtergrond|lettertype|overgangen|ondertitels|effecten|camera|formaat|lengte|doelgroep|logo|tekst|video|emoji",
  style:
    "modern|moderne|minimalistisch|minimalistische|strak|strakke|elegant|speels|vrolijk|vrolijke|rustig|rustige|donker|donkere|licht|lichte|warm|warme|professioneel|professionele|filmisch|verticaal|snel|snelle",
  person: "vrouw|man|meisje|jongen|persoon|mensen|kind|kinderen|hond|kat|gezin",
  camera: "drone-opname|close-up|slow motion|luchtopname|timelapse",
  discount: "korting|afgeprijsd|tot wel|sale|uitverkoop|besparen",
  guide: "hoe je|recept|stappen|tips|fouten|redenen|manieren|ingrediënten",
  event: "feest|concert|festival|workshop|opening|evenement|markt",
  job: "vacature|wij zoeken|we zoeken|solliciteer|baan",
  greeting: "fijne feestdagen|gelukkig nieuwjaar|gefeliciteerd|bedankt|vrolijk kerstfeest",
  and: "en|of",
  months: "januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december",
  weekdays: "maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag",
  calls: {
    generic: "Ontdek meer",
    listen: "Luister nu",
    sale: "Shop nu",
    save: "Bewaar voor later",
    event: "Zet in je agenda",
    job: "Solliciteer nu",
  },
};
