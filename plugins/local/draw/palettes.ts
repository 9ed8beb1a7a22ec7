import { chooseInk, fromHsl, getContrast, mix, toHsl, withContrast } from "./colors";

/**
 * Matching colours, as hex. `ink` is readable on `base` and on every stop, `accentInk` on `accent` (contrast of 4.5 or
 * more).
 */
export interface Palette {
  name: string;
  /** Background colour. */
  base: string;
  /** Colours of gradients and blobs behind text. */
  stops: readonly string[];
  /** Colours of shapes without text. */
  vivid: readonly string[];
  ink: string;
  /** Buttons, badges and highlights; contrasts with the base (3 or more). */
  accent: string;
  accentInk: string;
  dark: boolean;
}

/** Completes a palette from its background, accent, and two colours of shapes. */
export function createPalette(name: string, colors: readonly string[], ownInk?: string): Palette {
  const [base, accent, one, two] = colors as [string, string, string, string];
  const dark = ownInk ? getContrast(ownInk, "#000000") > 4.5 : getContrast("#ffffff", base) >= 4.6;
  const [hue, saturation] = toHsl(accent);
  const deep = fromHsl(hue, toHsl(base)[1] < 0.2 ? 0.12 : Math.min(saturation, 0.7), 0.11);
  const ink = ownInk ?? (dark ? mix("#ffffff", one, 0.04) : withContrast(deep, base, 7));
  const near = (color: string, amount: number) => withContrast(mix(base, color, amount), ink, 4.6);
  return {
    name,
    base,
    stops: [near(one, 0.2), near(two, 0.16), near(accent, 0.12)],
    vivid: [one, two, mix(one, accent, 0.5)],
    ink,
    accent,
    accentInk: [base, ink].find((color) => getContrast(color, accent) >= 4.5) ?? chooseInk(accent),
    dark,
  };
}

/** Built-in palettes: the background, the accent, and two colours of shapes. */
const colors = {
  sunset: "3a0d4f ffe14d ff5f6d ffc371",
  forest: "06302b d7ff4f 00c9a7 5fd38d",
  ocean: "05153a 5cffb1 2f80ed 56ccf2",
  espresso: "21120a ffb347 a8622f f0c48a",
  volt: "0b0b0f c6ff00 c6ff00 6c6c8a",
  noir: "121013 e3bf5a c9a227 e9d8a6",
  tomato: "b3201f ffd166 ff8a5c ffd166",
  grape: "2b1164 ff9ff3 a78bfa f472b6",
  navy: "0d1b33 e2b65a 3f6fb5 7fa3d9",
  ink: "0e0e10 ff5a3c ff5a3c f2f2f2",
  sky: "1556d6 ffd94a 6fb1ff ffd94a",
  plum: "3d1230 ffb199 e0678f f4b6a0",
  graphite: "20262b 4fd1c5 4fd1c5 f6c445",
  oxblood: "4a0e17 f2c9a1 a8323e e9a178",
  bottle: "0f3d2e f3d9a4 2f7d5b e0b65a",
  midnight: "10122b 9db4ff 3f46a8 f2a6c9",
  ember: "1a1412 ff7a3d 8f4526 ffb27a",
  cobalt: "2a2fd0 ffc7e8 6b7bff ff8fcf",
  teal: "0b5563 ffd9a0 2a9d8f f4a261",
  moss: "3a4425 f1e3b8 7d8f45 d9a441",
  brick: "8a3324 ffe3c2 d9774a f2b880",
  raspberry: "a3134f ffd7e3 f0568c ffb3a7",
  violet: "5b21b6 fde047 a78bfa f9a8d4",
  petrol: "0f3b4c ff9e7a 2b7a8c f7c59f",
  steel: "1d2a38 7fd0ff 4a6b8a ffd166",
  chalkboard: "24352e fff3c9 5f8f74 f2b5a0",
  neonPink: "0a0a12 ff2bd6 ff2bd6 18e6ff",
  neonGreen: "07090c 39ff88 39ff88 8a5cff",
  neonBlue: "080816 18e6ff 18e6ff ff2bd6",
  candy: "ffe3ec d6166b ff7aa8 8ec5ff",
  citrus: "ffd93b 1c1405 ff7b2e ff4f5e",
  linen: "f5efe4 8a3f22 c98f6b 8a9a7b",
  clinic: "eef6fb 0b5cad 5aa9e6 7fc8c2",
  sage: "dfe8d8 2f5d3a 8fb08a c9a66b",
  terracotta: "f6dcc6 a83d1a d9774a e8b04f",
  mono: "f4f4f2 c9281a bdbdb8 2a2a2a",
  mint: "d0f3e3 0a6b50 1fb58a ffb259",
  coral: "ff6b57 3a0a12 ffd166 ffffff",
  lemonade: "fff09c c2255c ff8fa3 5cc8d7",
  rosewood: "f7d3d6 9e2b3f c65b6a e9a58e",
  butter: "fbe39a 5a3418 f0b429 e07a3f",
  crust: "e6c79d 6b2f12 c07a35 fff1dc",
  blueberry: "d5dcfb 2b3990 7a8be0 e58fb5",
  pistachio: "d6e8b8 35561f 8fb84e e8a0a0",
  lilac: "e2d3fa 5a2a9c b18cf0 ff9ec0",
  powder: "c3e0f3 b3331f 7fb7dd f2b84b",
  peach: "ffcfb0 7b2346 ff9770 f9c74f",
  cream: "fff6e0 1f4d3f e0a458 6a994e",
  chalk: "ffffff 111111 c8c8c8 e2e2e2",
  cloud: "f1f4f8 2f4ae0 9fb2ff c7d0dc",
  bone: "e9e4da 3b3a36 b9b2a5 8d8578",
  champagne: "f0e2c8 6e4f1e c9a86a b98f4a",
  mustard: "e3a72f 43200e c4552d f3d9a0",
  seafoam: "a3d6c4 7d2614 e07b4f f2e2b6",
  avocado: "bcbf5e 4a2412 d9772b f3e6bf",
  tangerine: "ff8a1f 2b1405 ffd166 fff1d6",
  flamingo: "ff9fb2 6b0f2e ff6b8b ffe0a3",
  aqua: "7fe0e0 0c3b5e 2bb3c0 ff8b6b",
  limeade: "cdf25a 173d1a 8ad03a ffb03b",
  paper: "f7f0e2 c93a22 2a4d8f f2b705",
} as const;

export const palettes: readonly Palette[] = Object.entries(colors).map(([name, listed]) =>
  createPalette(
    name,
    listed.split(" ").map((color) => `#${color}`),
  ),
);

/**
 * Palettes of subjects. Words match whole words in upper and lower case, including plurals. Every list is long, so that
 * the clips of one trade differ.
 */
export const subjects: readonly (readonly [names: string, words: string])[] = [
  [
    "espresso crust linen cream ember brick butter teal oxblood chalkboard terracotta bone moss petrol mustard",
    "coffee espresso brew roastery barista latte cappuccino kaffee café kakao cocoa caffè kawa kawiarnia кофе コーヒー 咖啡 카페 커피 قهوة",
  ],
  [
    "crust butter candy terracotta peach blueberry espresso powder pistachio rosewood raspberry cream mustard lilac tomato flamingo chalkboard seafoam bottle lemonade",
    "bakery bread cake cupcake cookie donut pastry croissant baguette sourdough patisserie pâtisserie chocolate bäckerei brot torte kuchen boulangerie gâteau panadería pastel padaria bolo torta forno pane piekarnia торт хлеб パン ケーキ 菓子 烘焙 빵집 베이커리 케이크 مخبز",
  ],
  [
    "lemonade candy mint flamingo aqua peach limeade pistachio powder citrus lilac tangerine coral raspberry",
    "icecream ice-cream gelato gelateria juice smoothie lemonade fruit dessert sundae sorbet eis eisdiele glace helado sorvete sweet candy bubble boba мороженое アイス",
  ],
  [
    "tomato terracotta oxblood cream mustard brick ember moss peach teal chalkboard raspberry bottle seafoam citrus paper",
    "pizza burger food restaurant ramen sushi taco grill bbq spicy pasta spaghetti lunch dinner brunch delivery bistro kitchen mexican tapas trattoria recipe rezept recette receta ricetta receita restaurante ristorante essen wine wein vin vino vinho bar cocktail garlic olive menu ресторан 餐厅 居酒屋",
  ],
  [
    "volt ink tangerine limeade steel cobalt citrus tomato graphite flamingo violet sky powder mono neonGreen coral",
    "gym sport fitness workout sneaker shoe running marathon energy power muscle protein training trainer athlete bootcamp crossfit boxing mma gaming football soccer basketball gimnasio palestra academia спортзал фитнес ジム",
  ],
  [
    "ink ember steel brick bone mustard oxblood petrol mono citrus bottle avocado volt teal",
    "barber tattoo rock garage car auto bmw motorcycle motorbike bike whisky whiskey leather wood werkstatt coche moto peluquería barbería barbearia coiffeur friseur парикмахер барбер",
  ],
  [
    "ocean cloud graphite violet lilac cobalt midnight steel mint limeade powder aqua grape neonBlue petrol paper",
    "tech app ai saas software data cloud startup digital coding code developer platform automation api robot support calendar team workspace приложени アプリ",
  ],
  [
    "navy graphite clinic cloud steel bottle cream petrol champagne powder teal blueberry bone mono",
    "law lawyer attorney finance bank insurance consulting legal invest investing investment b2b invoice invoicing accounting tax rechnung steuer hr recruiting hiring job dashboard gdpr security compliance spreadsheet meeting productivity planner factura facture fattura fatura contabilidad kanzlei anwalt versicherung avocat abogado",
  ],
  [
    "navy linen bone champagne bottle sage petrol mono brick cream midnight powder terracotta",
    "estate property apartment house villa hotel interior furniture architecture architect immobilie immobilien wohnung immobilier appartement maison inmobiliaria piso vivienda casa appartamento imóvel imóveis agency studio gallery museum photography photographer agentur architektur agence architecte exposición mostra квартира недвижимость",
  ],
  [
    "rosewood peach lilac clinic blueberry plum candy champagne flamingo sage raspberry linen bone pistachio",
    "skin skincare serum beauty cosmetics nails lashes salon perfume parfum perfumería fashion boutique lingerie uñas manicure estética bellezza kosmetik духи عطر",
  ],
  [
    "noir bottle champagne oxblood midnight bone plum navy",
    "luxury premium elegant exclusive jewelry jewellery watch gala diamond luxus lujo lusso luxe 高級",
  ],
  [
    "plum rosewood champagne sage linen oxblood blueberry bottle peach powder cream lilac",
    "wedding bride hochzeit boda mariage matrimonio casamento valentine love florist flower bouquet mother mothers blumen muttertag fleuriste fleur flores 花 桜",
  ],
  [
    "clinic mint sage powder blueberry cloud aqua cream pistachio teal lilac linen",
    "health dental dentist teeth whitening smile hygiene doctor clinic pharmacy care clean cleaning cleaner water therapy massage spa sauna hamam wellness yoga pilates meditation zahnarzt zähne reinigung apotheke dentiste pharmacie nettoyage dentista limpieza farmacia pulizia limpeza стоматология",
  ],
  [
    "sage forest pistachio moss cream limeade bottle avocado terracotta seafoam teal",
    "tea matcha herbal garden plant eco nature sustainable hiking camping outdoor vegan organic salad balm natur naturaleza forest jardin garten kräuter hierbas jardín erbe 抹茶 お茶 茶 चाय",
  ],
  [
    "lemonade candy paper powder aqua lilac citrus mint tangerine flamingo limeade blueberry peach coral",
    "kid kids child baby toy toys birthday cute pet dog cat puppy kitten kindergarten playground kita spielplatz kinder enfant anniversaire niños bambini crianças festa fiesta giveaway かわいい 🎉",
  ],
  [
    "sunset grape neonPink violet cobalt raspberry neonBlue tangerine ink flamingo volt midnight coral",
    "music podcast concert dj album song vinyl record festival nightlife party night club halloween stream magic dream hot summer sommer été verano estate verão лето 夏",
  ],
  [
    "citrus coral tomato tangerine limeade flamingo cobalt raspberry volt paper violet sky",
    "sale discount deal offer bargain christmas taxi rabatt soldes rebajas saldi oferta скидка セール",
  ],
  [
    "paper grape blueberry powder mustard cream sky teal chalkboard lilac violet seafoam",
    "course learn school education book workshop class tutor spanish english language sprachschule idiomas langue книга author magazine kurs cours curso corso",
  ],
  [
    "sky aqua teal tangerine sunset powder seafoam coral petrol peach terracotta",
    "travel flight airport moving bottle hydration swim swimming pool surf surfing sailing camp lisbon portugal mediterranean surfschule vuelo viaje reise voyage путешеств",
  ],
  [
    "linen terracotta seafoam mustard bone sage avocado brick paper cream peach",
    "handmade ceramic ceramica keramik pottery home candle linen artisan craft minimal boho kerze bougie vela",
  ],
  [
    "coral violet flamingo cobalt limeade paper lilac tangerine aqua",
    "creator influencer instagram tiktok followers singles dating",
  ],
];
