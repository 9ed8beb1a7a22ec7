/** "Birthday card for my mum": the text of the card. */
const cards: readonly (readonly [RegExp, string])[] = [
  [/^(?:an?\s)?(?:happy\s)?birthday\s(?:card|video|clip|reel)/iu, "Happy birthday"],
  [/^(?:an?\s)?(?:merry\s)?(?:christmas|xmas)\scard/iu, "Merry Christmas"],
  [/^(?:an?\s)?(?:happy\s)?easter\scard/iu, "Happy Easter"],
  [/^(?:an?\s)?(?:happy\s)?anniversary\scard/iu, "Happy anniversary"],
  [/^(?:an?\s)?valentine(?:'|’)?s?(?:\sday)?\scard/iu, "Happy Valentine's Day"],
  [/^(?:an?\s)?(?:wedding|engagement|graduation|congratulations)\scard/iu, "Congratulations"],
  [/^(?:an?\s)?thank[-\s]?you\scard/iu, "Thank you"],
  [/^(?:an?\s)?get[-\s]well(?:\ssoon)?\scard/iu, "Get well soon"],
  [/^(?:eine?n?\s)?geburtstags(?:karte|video|clip)/iu, "Alles Gute zum Geburtstag"],
  [/^(?:eine\s)?weihnachtskarte/iu, "Frohe Weihnachten"],
  [/^(?:eine\s)?osterkarte/iu, "Frohe Ostern"],
  [/^(?:eine\s)?dankeskarte/iu, "Danke"],
  [/^(?:une\s)?(?:carte|vidéo)\sd(?:'|’)anniversaire/iu, "Joyeux anniversaire"],
  [/^(?:une\s)?carte\sde\snoël/iu, "Joyeux Noël"],
  [/^(?:una?\s)?(?:tarjeta|v[ií]deo)\sde\scumpleaños/iu, "Feliz cumpleaños"],
  [/^(?:una\s)?tarjeta\sde\snavidad/iu, "Feliz Navidad"],
  [/^(?:un\s)?(?:biglietto|cartolina|video)\sdi\s(?:buon\s)?compleanno/iu, "Buon compleanno"],
  [/^(?:um\s)?(?:cartão|vídeo)\sde\s(?:feliz\s)?aniversário/iu, "Feliz aniversário"],
];
const receiver =
  /^\s(?:for|to|für|pour|para|per|a)\s(?:my|our|the|meine?n?|unsere?n?|mon|ma|mi|mio|mia|la mia|il mio|minha|meu|nuestr[oa])?\s?(.{2,40}?)[.!]*$/iu;

/** Returns the greeting of a card, and its recipient. Undefined if the text does not ask for a card. */
export function findGreeting(text: string): { text: string; to: string; length: number } | undefined {
  for (const [pattern, greeting] of cards) {
    const match = pattern.exec(text);
    if (!match) continue;
    const rest = text.slice(match[0].length);
    const to = receiver.exec(rest)?.[1] ?? "";
    return { text: greeting, to, length: match[0].length };
  }
  return undefined;
}
