/** Determines the mood of a prompt from its instructions, otherwise from its industry. */
export type Mood = "loud" | "calm" | "playful" | "tech" | "plain";

const instructions: readonly (readonly [Mood, RegExp])[] = [
  [
    "calm",
    /(?<!\p{L})(?:calm|elegant\p{L}*|minimal\p{L}*|luxur\p{L}*|premium|serene|relax\p{L}*|soft|quiet|professional|corporate|romantic|clean|timeless|sophisticated|classy|editorial|ruhig\p{L}*|edel|edle[nrs]?|schlicht\p{L}*|élégant\p{L}*|épuré\p{L}*|elegante|tranquil\p{L}*|sereno|sobrio|лаконичн\p{L}*|элегантн\p{L}*|上品|シンプル|أنيق|فاخر)(?!\p{L})/iu,
  ],
  [
    "playful",
    /(?<!\p{L})(?:playful|cute|funny|fun|whimsical|cheerful|quirky|colou?rful|childlike|verspielt\p{L}*|lustig\p{L}*|fröhlich\p{L}*|bunt\p{L}*|ludique|drôle|divertid\p{L}*|alegre|divertente|giocos\p{L}*|かわいい|楽しい|مرح)(?!\p{L})/iu,
  ],
  [
    "loud",
    /(?<!\p{L})(?:bold|energetic|loud|dynamic|party|fast|punchy|epic|aggressive|hype|urban|gritty|streetwear|energiegeladen|dynamisch\p{L}*|énergique|dynamique|enérgic\p{L}*|dinámic\p{L}*|energic\p{L}*|dinamic\p{L}*|迫力)(?!\p{L})/iu,
  ],
  [
    "tech",
    /(?<!\p{L})(?:futuristic|techy?|cyber\p{L}*|neon|digital|modern tech|futuristisch\p{L}*|futuriste|futurista)(?!\p{L})/iu,
  ],
];

/** Words of industries, in the most common languages of prompts. Prefixes match longer words. */
const trades: Readonly<Record<Exclude<Mood, "plain">, string>> = {
  loud: "gym fitness crossfit workout boxing training sport football soccer basketball marathon sale flash discount party festival concert club dj nightlife burger barber tattoo car auto bike motorcycle sneaker streetwear gaming energy black friday fitnessstudio muskel rabatt soldes rebajas saldi oferta promoción liquidation gimnasio palestra feria fútbol скидк распродаж セール",
  calm: "spa skincare serum cosmetic perfume fragrance parfum wedding bride jewel yoga pilates meditation massage wellness hotel villa apartment estate property interior architect ceramic candle wine winery florist flower lawyer notary dentist clinic doctor therapy funeral tea matcha linen silk leather watchmaker zahnarzt kanzlei anwalt praxis kosmetik hochzeit immobilien wohnung kerze blumen boda joyería abogad clínica dentista inmobiliaria vela mariage bijou avocat bougie fleuriste immobilier gioiell matrimonio casamento advogad imóve عطر духи свадьб 抹茶 花",
  playful:
    "kids kid child toy birthday school kindergarten pet dog puppy cat kitten bakery cake cookie cupcake donut icecream gelato candy juice smoothie pancake zoo circus playground crochet craft kinder spielzeug geburtstag hund katze bäckerei torte eis enfant jouet anniversaire chien boulangerie gâteau glace niños juguete cumpleaños perro gato panadería pastel helado bambin gelateria cane torta crianç brinquedo cachorro bolo sorvete собак кошк детск торт 犬 猫 ケーキ मिठा",
  tech: "app software saas api cloud ai startup developer code crypto blockchain fintech invoice accounting bank invest stock trading insurance b2b dashboard analytics data cyber gdpr hosting website seo marketing crm automation robot gadget phone laptop rechnung steuer versicherung bank datenschutz aktie buchhaltung factura contabilidad inversión facture comptabilité fattura fatura приложени сервис アプリ تطبيق ऐप",
};

const lexicon = Object.entries(trades).map(([mood, words]) => [mood as Mood, words.split(" ")] as const);
/** Short words must match as a whole: "ai" is not the start of "aid". */
const SHORTEST_PREFIX = 4;

/** Returns the mood of a prompt. */
export function findMood({ look, subject }: { look: string; subject: string }): Mood {
  for (const [mood, pattern] of instructions) if (pattern.test(look)) return mood;
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

const isUnspacedMatch = (word: string, known: string): boolean =>
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u.test(known) && word.includes(known);
