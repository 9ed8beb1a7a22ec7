import type { Lexicon } from "./lexicon";

export const en: Lexicon = {
  small:
    "a|an|the|and|or|but|nor|with|without|of|for|to|in|on|at|by|from|as|into|over|under|that|which|who|your|our|my|their|his|her|its|this|these|is|are|be|was|were|will|can|so|than|then|if|when|while|because|about|up|off|not|very|more|most|you|we|it|all|every|how|what|why",
  call: "try|buy|shop|get|order|download|join|start|grab|book|discover|visit|sign up|signup|sign|subscribe|learn|call|reserve|register|claim|explore|swipe|tap|click|follow|watch|apply|contact|donate|dm|message|save|share|tag|comment|text|email|e-mail|enroll|enrol|rsvp|find|check out|check|see|schedule|request|come|stop by|hurry|don't miss|drop by|read|take|act|secure|switch|upgrade|go to|pre-order|preorder|use code|enter code|link in bio|send|ask|meet us|head to|give|pick|adopt|vote|play|listen|stream|only online at|available at|find us|treat yourself|let's|bring|scan|pop in|spread|test ride|test drive|test-drive|swing by|walk in|ring|stop in",
  callAnywhere:
    "link in bio|click the link|swipe up|rsvp|use code|use the code|with code|sign up|order now|shop now|book now|call now|apply at|tickets at",
  discount:
    "off|sale|save|discount|deal|up to|cheaper|less|reduced|reduction|cashback|voucher|coupon|extra|markdown|clearance",
  and: "and|&|plus|or",
  months:
    "january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec",
  weekdays: "monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|wed|thu|fri|sat|sun|tonight|tomorrow",
  calls: {
    generic: "Learn more",
    sale: "Shop now",
  },
};

export const de: Lexicon = {
  small:
    "der|die|das|den|dem|des|ein|eine|einen|einem|einer|und|oder|aber|mit|ohne|von|für|zu|zum|zur|im|am|an|auf|bei|aus|nach|vom|als|über|unter|dass|ist|sind|dein|deine|deinen|deiner|unser|unsere|ihr|ihre|sie|wir|nicht|so|sehr|mehr|alle|jeden|es|ich|du|wie|was|warum|jetzt|mein|meine|ab|nur|bis|uns",
  call: "jetzt|probiere|probier|kaufe|kauf|hol|hole|bestelle|bestell|entdecke|buche|buch|starte|teste|sichere|sicher|besuche|besuch|melde|lade|ruf|rufe|folge|komm|kommt|kommen sie|rufen sie|bestellen sie|besuchen sie|buchen sie|speichere|speicher|teile|bewirb dich|bewirb|schau|schaut|vereinbare|vereinbaren sie|reserviere|reservieren sie|anmelden|mehr erfahren|klick|klicke|link in bio|nutze|mach mit|macht mit|erfahre|spare|gleich|registriere|abonniere|speichern|bestellen|buchen|testen|sichern|entdecken|anrufen|vorbeikommen|reservieren|folgen|teilen|schreib uns|schreibt uns|kontaktiere|termin|tickets unter",
  callAnywhere: "link in bio|melde dich|jetzt bestellen|jetzt buchen|ruf uns an|rufen sie",
  discount:
    "rabatt|reduziert|sparen|spare|bis zu|günstiger|nachlass|billiger|gutschein|sale|prozente|weniger|auf alles",
  and: "und|sowie|oder",
  months: "januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember",
  weekdays: "montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|heute|morgen",
  calls: {
    generic: "Mehr erfahren",
    sale: "Jetzt sichern",
  },
};

export const nl: Lexicon = {
  small:
    "de|het|een|en|of|maar|met|zonder|van|voor|naar|op|aan|bij|uit|als|dat|die|is|zijn|je|jouw|jullie|ons|onze|mijn|meer|zeer|niet|ook|nu|hoe|wat|waarom",
  call: "koop|probeer|ontdek|bestel|boek|start|download|bezoek|shop|pak|schrijf|volg|bel|meld|reserveer|kom|bewaar|deel|meer weten",
  discount: "korting|afgeprijsd|tot wel|sale|uitverkoop|besparen",
  and: "en|of",
  months: "januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december",
  weekdays: "maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag",
  calls: {
    generic: "Ontdek meer",
    sale: "Shop nu",
  },
};
