/** Determines the mood of a prompt from its instructions, otherwise from its industry. */
export type Mood = "loud" | "calm" | "playful" | "tech" | "moody" | "minimal" | "luxury" | "retro" | "neon" | "plain";

const instructions: readonly (readonly [Mood, RegExp])[] = [
  ["neon", /(?<!\p{L})(?:neon\p{L}*|synthwave|vaporwave|cyber\p{L}*|неон\p{L}*|ネオン|نيون)(?!\p{L})/iu],
  [
    "retro",
    /(?<!\p{L})(?:retro\p{L}*|vintage|nostalg\p{L}*|old[- ]school|groovy|seventies|sixties|eighties|[5678]0s|rétro|nostálg\p{L}*|ретро\p{L}*|винтаж\p{L}*|レトロ|复古|عتيق)(?!\p{L})/iu,
  ],
  [
    "luxury",
    /(?<!\p{L})(?:luxur\p{L}*|luxuri\p{L}*|luxus\p{L}*|premium|opulent|high[- ]end|upscale|glamorous|edel|edle[nrs]?|luxe|luxueu\p{L}*|luj\p{L}*|luss\p{L}*|роскошн\p{L}*|高級|奢华|فاخر)(?!\p{L})/iu,
  ],
  [
    "moody",
    /(?<!\p{L})(?:moody|candle[- ]?li(?:ght|t)|dramatic|mysterious|gothic|cinematic|atmospheric|dark academia|düster\p{L}*|stimmungsvoll\p{L}*|dramatisch\p{L}*|mystérieu\p{L}*|tamisée?|dramátic\p{L}*|misterios\p{L}*|drammatic\p{L}*|sombrio|мрачн\p{L}*|атмосферн\p{L}*)(?!\p{L})/iu,
  ],
  [
    "minimal",
    /(?<!\p{L})(?:minimal\p{L}*|empty space|white ?space|negative space|uncluttered|stripped[- ]back|clean|schlicht\p{L}*|reduziert\p{L}*|Weißraum|épuré\p{L}*|minimaliste|sobrio|essenziale|минимал\p{L}*|лаконичн\p{L}*|シンプル|极简)(?!\p{L})/iu,
  ],
  [
    "calm",
    /(?<!\p{L})(?:calm|slow\p{L}*|gentle|elegant\p{L}*|serene|relax\p{L}*|soft|quiet|professional|corporate|romantic|timeless|sophisticated|classy|editorial|ruhig\p{L}*|langsam\p{L}*|élégant\p{L}*|lente?(?:ment)?|elegante|tranquil\p{L}*|sereno|despacio|lento|медленн\p{L}*|спокойн\p{L}*|элегантн\p{L}*|上品|ゆっくり|أنيق|هادئ)(?!\p{L})/iu,
  ],
  [
    "playful",
    /(?<!\p{L})(?:playful|cute|funny|fun|whimsical|cheerful|quirky|colou?rful|childlike|verspielt\p{L}*|lustig\p{L}*|fröhlich\p{L}*|bunt\p{L}*|ludique|drôle|divertid\p{L}*|alegre|divertente|giocos\p{L}*|かわいい|楽しい|مرح)(?!\p{L})/iu,
  ],
  [
    "loud",
    /(?<!\p{L})(?:bold|energetic|loud|dynamic|party|fast|punchy|epic|aggressive|hype|urban|gritty|streetwear|energiegeladen|dynamisch\p{L}*|énergique|dynamique|enérgic\p{L}*|dinámic\p{L}*|energic\p{L}*|dinamic\p{L}*|迫力)(?!\p{L})/iu,
  ],
  ["tech", /(?<!\p{L})(?:futuristic|techy?|digital|modern tech|futuristisch\p{L}*|futuriste|futurista)(?!\p{L})/iu],
];

/** Words of industries, in the most common languages of prompts. Prefixes match longer words. */
const trades: Readonly<Record<"loud" | "calm" | "playful" | "tech", string>> = {
  loud: "gym fitness crossfit workout boxing training sport football soccer basketball marathon sale flash discount party festival concert club dj nightlife burger barber tattoo car auto bike motorcycle sneaker streetwear gaming energy black friday fitnessstudio muskel rabatt soldes rebajas saldi oferta promoción liquidation gimnasio palestra feria fútbol скидк распродаж セール",
  calm: "spa skincare serum cosmetic perfume fragrance parfum wedding bride jewel yoga pilates meditation massage wellness hotel villa apartment estate property interior architect ceramic candle wine winery florist flower lawyer notary dentist clinic doctor therapy funeral tea matcha linen silk leather watchmaker zahnarzt kanzlei anwalt praxis kosmetik hochzeit immobilien wohnung kerze blumen boda joyería abogad clínica dentista inmobiliaria vela mariage bijou avocat bougie fleuriste immobilier gioiell matrimonio casamento advogad imóve عطر духи свадьб 抹茶 花",
  playful:
    "kids kid child toy birthday school kindergarten pet dog puppy cat kitten bakery cake cookie cupcake donut icecream gelato candy juice smoothie pancake zoo circus playground crochet craft kinder spielzeug geburtstag hund katze bäckerei torte eis enfant jouet anniversaire chien boulangerie gâteau glace niños juguete cumpleaños perro gato panadería pastel helado bambin gelateria cane torta crianç brinquedo cachorro bolo sorvete собак кошк детск торт 犬 猫 ケーキ मिठा",
  tech: "app software saas api cloud ai startup developer code crypto blockchain fintech invoice accounting bank invest stock trading insurance b2b dashboard analytics data cyber gdpr hosting website seo marketing crm automation robot gadget phone laptop rechnung steuer versicherung bank datenschutz aktie buchhaltung factura contabilidad inversión facture comptabilité fattura fatura приложени сервис アプリ تطبيق ऐप",
};

const lexicon = Object.entries(trades).map(([mood, words]) => [mood as Mood, words.split(" ")] as const);
/** Short words must match as a whole: "ai" is not the start of "aid". */
const SHORTEST_PREFIX = 4;

/** Returns the mood that instructions about the look name. */
export const findStyle = (look: string): Mood | undefined =>
  instructions.find(([, pattern]) => pattern.test(look))?.[0];

/** True for a text of nothing but words of a look: "Minimal", "Retro, playful", "Dark luxury style". */
export function isStyle(text: string): boolean {
  const rest = instructions.reduce((left, [, pattern]) => left.replace(new RegExp(pattern, "giu"), " "), text);
  const isBare = /^(?:[\s,&+/-]|and|und|et|y|e|very|dark|style|look|vibe|vibes|mood|stil|estilo|stile)*$/iu.test(rest);
  return isBare && findStyle(text) !== undefined;
}

/** Returns the mood of a prompt. */
export function findMood({ look, subject }: { look: string; subject: string }): Mood {
  const style = findStyle(look);
  if (style) return style;
  const words = `${subject} ${look}`.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const scores = lexicon.map(([mood, known]) => {
    const score = words.filter((word) =>
      known.some(
        (entry) =>
          word === entry || (entry.length >= SHORTEST_PREFIX && word.startsWith(entry)) || isUnspacedMatch(word, entry),
      ),
    ).length;
    return { mood, score };
  });
  const best = scores.reduce((a, b) => (b.score > a.score ? b : a));
  return best.score > 0 ? best.mood : "plain";
}

/** Moods that suit the same trades, so that not all of its clips are designed alike. */
const neighbours: Readonly<Partial<Record<Mood, readonly Mood[]>>> = {
  loud: ["loud", "loud", "loud", "plain", "tech", "retro"],
  calm: ["calm", "calm", "calm", "plain", "minimal"],
  playful: ["playful", "playful", "plain", "calm", "retro", "loud"],
  tech: ["tech", "tech", "tech", "plain", "minimal", "loud"],
  plain: ["plain", "plain", "plain", "calm", "playful", "loud", "retro"],
};

/** Chooses the mood of a design: the one that is asked for, otherwise one that suits the industry. */
export function chooseMood(content: { look: string; subject: string }, random: () => number): Mood {
  const chance = random();
  const mood = findMood(content);
  if (findStyle(content.look)) return mood;
  const choices = neighbours[mood] ?? [mood];
  return choices[Math.floor(chance * choices.length)]!;
}

/** Words for a speed of movement and cuts: 1 is usual, more is slower. */
const speeds: readonly (readonly [pace: number, words: RegExp])[] = [
  [1.7, /(?<!\p{L})(?:slow\p{L}*|langsam\p{L}*|lente?(?:ment)?|lent[ao]|despacio|медленн\p{L}*|ゆっくり)(?!\p{L})/iu],
  [0.75, /(?<!\p{L})(?:fast|quick|rapid|hectic|schnell\p{L}*|rapide|rápid\p{L}*|veloc\p{L}*|быстр\p{L}*)(?!\p{L})/iu],
];
const paces: Readonly<Partial<Record<Mood, number>>> = {
  moody: 1.6,
  luxury: 1.6,
  calm: 1.35,
  minimal: 1.35,
  playful: 0.9,
  loud: 0.85,
  neon: 0.8,
};

/** Speed of movement and cuts as asked for, otherwise that of the mood. */
export const findPace = (look: string, mood: Mood): number =>
  speeds.find(([, words]) => words.test(look))?.[0] ?? paces[mood] ?? 1;

const isUnspacedMatch = (word: string, known: string): boolean =>
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u.test(known) && word.includes(known);
