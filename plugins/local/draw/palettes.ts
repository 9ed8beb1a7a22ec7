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

/** A palette with the words that select it. */
interface CuratedPalette extends Palette {
  words: string;
}

/** Built-in palettes. Their words match whole words in upper and lower case, including plurals. */
export const palettes: readonly CuratedPalette[] = [
  {
    name: "sunset",
    base: "#3a0d4f",
    stops: ["#5b1673", "#8c1d6b", "#a3214f"],
    vivid: ["#ff5f6d", "#ffc371", "#f107a3"],
    ink: "#ffffff",
    accent: "#ffe14d",
    accentInk: "#23062f",
    dark: true,
    words: "summer hot party fashion beauty festival nightlife cocktail sommer été verano estate verão лето 夏",
  },
  {
    name: "forest",
    base: "#06302b",
    stops: ["#0a4339", "#0f5a48", "#123f2c"],
    vivid: ["#00c9a7", "#c4fcef", "#5fd38d"],
    ink: "#f3fff8",
    accent: "#d7ff4f",
    accentInk: "#05211d",
    dark: true,
    words: "eco nature plant garden sustainable hiking camping outdoor vegan matcha natur naturaleza forest",
  },
  {
    name: "ocean",
    base: "#05153a",
    stops: ["#0a2a6b", "#133f8f", "#3a1a86"],
    vivid: ["#2f80ed", "#56ccf2", "#8b5cf6"],
    ink: "#ffffff",
    accent: "#5cffb1",
    accentInk: "#03122f",
    dark: true,
    words: "tech app ai saas software data cloud startup digital coding developer platform automation",
  },
  {
    name: "espresso",
    base: "#21120a",
    stops: ["#3a1f10", "#4d2a15", "#5c3518"],
    vivid: ["#a8622f", "#d9a066", "#f0c48a"],
    ink: "#fff6ea",
    accent: "#ffb347",
    accentInk: "#1d0f08",
    dark: true,
    words:
      "coffee espresso brew chocolate cocoa bakery bread whisky whiskey leather wood bbq kaffee café kakao кофе コーヒー 咖啡",
  },
  {
    name: "volt",
    base: "#0b0b0f",
    stops: ["#15151d", "#20202c", "#2a2a3a"],
    vivid: ["#c6ff00", "#3b3b52", "#6c6c8a"],
    ink: "#ffffff",
    accent: "#c6ff00",
    accentInk: "#0b0b0f",
    dark: true,
    words: "gym sport fitness workout sneaker shoe running energy power muscle protein training athlete gaming bold",
  },
  {
    name: "noir",
    base: "#121013",
    stops: ["#1c1a1f", "#29242a", "#342c2b"],
    vivid: ["#c9a227", "#8c6d1f", "#e9d8a6"],
    ink: "#fbf7ee",
    accent: "#e3bf5a",
    accentInk: "#1a1408",
    dark: true,
    words:
      "luxury premium elegant exclusive jewelry jewellery watch perfume wedding gala diamond luxus lujo lusso luxe 高級",
  },
  {
    name: "candy",
    base: "#ffe3ec",
    stops: ["#ffd0de", "#fbd7f2", "#dfe6ff"],
    vivid: ["#ff7aa8", "#b79bff", "#8ec5ff"],
    ink: "#2a1030",
    accent: "#d6166b",
    accentInk: "#ffffff",
    dark: false,
    words: "cute kid baby toy sweet candy pastel pet dog cat birthday cupcake cake kinder enfant niños かわいい",
  },
  {
    name: "citrus",
    base: "#ffd93b",
    stops: ["#ffe37a", "#ffc93b", "#ffbf47"],
    vivid: ["#ff7b2e", "#ff4f5e", "#fff3b8"],
    ink: "#1c1405",
    accent: "#1c1405",
    accentInk: "#ffd93b",
    dark: false,
    words:
      "sale discount deal offer bargain juice lemonade smoothie fruit sun taxi rabatt soldes rebajas saldi oferta скидка セール",
  },
  {
    name: "linen",
    base: "#f5efe4",
    stops: ["#efe4d2", "#f7ead9", "#e8dccb"],
    vivid: ["#c98f6b", "#8a9a7b", "#dfb79a"],
    ink: "#2b2118",
    accent: "#8a3f22",
    accentInk: "#fff8ef",
    dark: false,
    words: "handmade ceramic interior furniture home candle linen yoga wellness spa organic artisan craft minimal boho",
  },
  {
    name: "clinic",
    base: "#eef6fb",
    stops: ["#dcecf8", "#e2f4f1", "#d3e4fb"],
    vivid: ["#5aa9e6", "#7fc8c2", "#2c6fbb"],
    ink: "#0d2238",
    accent: "#0b5cad",
    accentInk: "#ffffff",
    dark: false,
    words:
      "skin skincare serum health clinic dental doctor pharmacy care clean water bank finance insurance consulting legal",
  },
  {
    name: "tomato",
    base: "#b3201f",
    stops: ["#c02a22", "#a31a2a", "#8f1522"],
    vivid: ["#ff8a5c", "#ffd166", "#f2545b"],
    ink: "#fff8f0",
    accent: "#ffd166",
    accentInk: "#3a0a08",
    dark: true,
    words:
      "pizza burger food restaurant ramen sushi taco grill spicy pasta lunch dinner delivery christmas valentine love restaurante essen",
  },
  {
    name: "grape",
    base: "#2b1164",
    stops: ["#3d1a8a", "#5220a3", "#6a1b9a"],
    vivid: ["#a78bfa", "#f472b6", "#60a5fa"],
    ink: "#ffffff",
    accent: "#ff9ff3",
    accentInk: "#2a0a4a",
    dark: true,
    words:
      "music podcast concert dj album song creator stream magic dream night halloween course learn school education book",
  },
  {
    name: "sage",
    base: "#e8ede4",
    stops: ["#dfe8d8", "#f2f4ec", "#d6e2d0"],
    vivid: ["#8fb08a", "#c9a66b", "#5f7f5c"],
    ink: "#1d2b1f",
    accent: "#2f5d3a",
    accentInk: "#f4f8f1",
    dark: false,
    words:
      "tea matcha herbal garden plant cream balm organic vegan salad pilates therapy massage jardin garten kräuter hierbas jardín erbe 抹茶 お茶 茶 चाय",
  },
  {
    name: "navy",
    base: "#0d1b33",
    stops: ["#12264a", "#183057", "#0f2140"],
    vivid: ["#3f6fb5", "#c9a24b", "#7fa3d9"],
    ink: "#f5f7fb",
    accent: "#e2b65a",
    accentInk: "#101a2e",
    dark: true,
    words:
      "law lawyer attorney finance bank insurance consulting invest investing investment estate property apartment house villa kanzlei anwalt immobilie immobilien wohnung versicherung avocat immobilier appartement maison abogado inmobiliaria piso vivienda casa appartamento imóvel imóveis квартира недвижимость",
  },
  {
    name: "terracotta",
    base: "#f6e7da",
    stops: ["#f2dcc9", "#f9efe5", "#edd3bd"],
    vivid: ["#d9774a", "#e8b04f", "#8a4b2f"],
    ink: "#3a1d10",
    accent: "#a83d1a",
    accentInk: "#fff6ee",
    dark: false,
    words:
      "pottery taco mexican mexico lisbon portugal mediterranean tapas pasta garlic recipe rezept recette receta ricetta receita trattoria olive ceramica keramik spaghetti",
  },
  {
    name: "mono",
    base: "#f4f4f2",
    stops: ["#ebebe8", "#fafaf8", "#e2e2de"],
    vivid: ["#111111", "#ff4b2b", "#bdbdb8"],
    ink: "#111111",
    accent: "#c9281a",
    accentInk: "#ffffff",
    dark: false,
    words:
      "agency studio architecture architect gallery museum photography photographer agentur architektur agence architecte exposición mostra книга book author magazine",
  },
  {
    name: "ink",
    base: "#0e0e10",
    stops: ["#17171b", "#1e1e24", "#131316"],
    vivid: ["#ff5a3c", "#f2f2f2", "#6b6b75"],
    ink: "#ffffff",
    accent: "#ff5a3c",
    accentInk: "#140502",
    dark: true,
    words:
      "barber tattoo rock concert garage car auto bmw motorcycle motorbike burger boxing mma grill bbq werkstatt coche moto peluquería barbearia",
  },
  {
    name: "mint",
    base: "#d9f5e8",
    stops: ["#c9f0de", "#e9faf2", "#bdebd6"],
    vivid: ["#1fb58a", "#0f6b54", "#ffb259"],
    ink: "#06382b",
    accent: "#0a6b50",
    accentInk: "#f1fff9",
    dark: false,
    words:
      "dentist dental teeth whitening smile hygiene cleaning cleaner pharmacy zahnarzt zähne reinigung apotheke dentiste pharmacie nettoyage dentista limpieza farmacia pulizia limpeza стоматология",
  },
  {
    name: "coral",
    base: "#ff6b57",
    stops: ["#ff7d68", "#ff7a66", "#ff8a70"],
    vivid: ["#ffd166", "#ffffff", "#b3261e"],
    ink: "#2b0703",
    accent: "#3a0a12",
    accentInk: "#ffe9dc",
    dark: false,
    words: "creator influencer instagram tiktok followers singles dating smoothie juice fruit summer camp",
  },
  {
    name: "sky",
    base: "#1556d6",
    stops: ["#195ce0", "#1148b8", "#0f3f9f"],
    vivid: ["#6fb1ff", "#ffd94a", "#0b2f7a"],
    ink: "#ffffff",
    accent: "#ffd94a",
    accentInk: "#0b2450",
    dark: true,
    words:
      "water bottle hydration swim swimming pool surf surfing sailing school spanish english language sprachschule idiomas langue delivery moving travel flight airport surfschule vuelo viaje",
  },
  {
    name: "plum",
    base: "#3d1230",
    stops: ["#52183f", "#5f1d3c", "#46143a"],
    vivid: ["#e0678f", "#f4b6a0", "#8c2f62"],
    ink: "#fff2ee",
    accent: "#ffb199",
    accentInk: "#3a0d22",
    dark: true,
    words:
      "wedding bride hochzeit boda mariage matrimonio casamento wine wein vin vino vinho lingerie valentine perfume parfum perfumería عطر духи",
  },
  {
    name: "lemonade",
    base: "#fff4b8",
    stops: ["#ffeea0", "#fff8d2", "#ffe98a"],
    vivid: ["#ff8fa3", "#5cc8d7", "#ffc233"],
    ink: "#2b2440",
    accent: "#c2255c",
    accentInk: "#ffffff",
    dark: false,
    words:
      "kids kindergarten playground toys lemonade icecream gelato kita spielplatz anniversaire niños bambini crianças festa fiesta giveaway 🎉",
  },
  {
    name: "graphite",
    base: "#20262b",
    stops: ["#2a3238", "#313b42", "#262d33"],
    vivid: ["#4fd1c5", "#94a3ad", "#f6c445"],
    ink: "#f4f7f8",
    accent: "#4fd1c5",
    accentInk: "#08211f",
    dark: true,
    words:
      "b2b invoice invoicing accounting tax rechnung steuer hr recruiting hiring job dashboard gdpr security compliance spreadsheet meeting productivity planner factura facture fattura fatura contabilidad",
  },
  {
    name: "rosewood",
    base: "#f7dfe0",
    stops: ["#f3d2d4", "#fbebeb", "#efc6c9"],
    vivid: ["#c65b6a", "#e9a58e", "#7a2e3a"],
    ink: "#40141c",
    accent: "#9e2b3f",
    accentInk: "#fff1f1",
    dark: false,
    words:
      "skincare cosmetics beauty nails lashes salon florist flower bouquet mother mothers blumen muttertag fleuriste fleur flores uñas manicure estética bellezza 花 桜",
  },
];
