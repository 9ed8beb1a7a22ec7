import { fromHsl, toHsl } from "./colors";

/** Colour words of prompts and their meaning, in the most common languages of prompts. */
const colors: Readonly<Record<string, string>> = {
  "#e11d2e": "red crimson scarlet rot rouge rojo roja rosso rossa vermelho vermelha rood красный 赤 红色 빨간",
  "#ff6b1a": "orange tangerine orangefarben naranja arancione laranja oranje оранжевый オレンジ色 橙色",
  "#ffd21f": "yellow lemon gelb jaune amarillo amarilla giallo gialla amarelo amarela geel жёлтый желтый 黄色",
  "#d4a537": "gold golden dorado dorada doré dorée dorato oro dourado золотой 金色",
  "#16a34a": "green emerald grün vert verte verde groen зелёный зеленый 緑 绿色 초록",
  "#a3e635": "lime limette",
  "#7a8b3a": "olive oliv",
  "#5eead4": "mint minze menthe menta",
  "#0d9488": "teal petrol",
  "#22d3ee": "turquoise cyan aqua türkis turquesa turchese бирюзовый",
  "#7dd3fc": "skyblue himmelblau celeste",
  "#2563eb": "blue cobalt blau bleu bleue azul blu blauw синий голубой 青 蓝色 파란",
  "#1e2a5e": "navy marineblau indigo",
  "#7c3aed": "purple violet lila violett violette morado morada viola roxo roxa paars фиолетовый 紫 紫色 보라",
  "#c4b5fd": "lavender lilac lavendel lavanda lavande",
  "#e0218a": "magenta fuchsia",
  "#ff4d9d": "pink rosa rosado roze розовый ピンク 粉色 분홍",
  "#ff6f61": "coral koralle corail",
  "#ffb896": "peach pfirsich pêche",
  "#7f1d3a": "burgundy maroon bordeaux weinrot bordeauxrot",
  "#7a4a2a": "brown braun marron marrón marrone marrom bruin коричневый 茶色 棕色",
  "#e9dcc3": "beige ivory sand 米色 베이지",
  "#f6edda": "cream creme crème crema creamy ecru offwhite 奶油色 クリーム色 크림색",
  "#9caf88": "sage salbei salvia sauge",
  "#c65d3b": "terracotta rust rost",
  "#2f343d": "charcoal anthracite anthrazit antracite antracita",
  "#8a8f98": "gray grey silver grau gris grigio cinza grijs серый 灰色",
  "#0c0c10": "black schwarz noir noire negro negra nero nera preto preta zwart чёрный черный 黒 黑色 검은",
  "#ffffff": "white weiß weiss blanc blanche blanco blanca bianco bianca branco branca wit белый 白 白色 하얀",
};

type Shade = "dark" | "light" | "muted";

interface ShadeWords {
  before: string;
  /** Words that stand after the colour. */
  after: string;
  /** First part of one word with the colour. */
  joined: RegExp;
}

/** Words that change a colour: "dark blue", "bleu foncé", "dunkelblau", "深蓝色". */
const shades: Readonly<Record<Shade, ShadeWords>> = {
  dark: {
    before: "dark deep dunkel dunkles dunkle dunklem donker темно тёмно тёмный темный",
    after: "foncé foncée foncés oscuro oscura oscuri scuro scura escuro escura",
    joined: /^(?:dunkel|tief|donker|深|暗|濃い?)(?=\p{L})/u,
  },
  light: {
    before: "light pale pastel pastell hell helles helle hellem licht светло светлый",
    after: "clair claire clairs claro clara chiaro chiara pastello",
    joined: /^(?:hell|licht|pastell?|浅|淡|薄い?)(?=\p{L})/u,
  },
  muted: {
    before: "muted dusty soft faded washed subdued gedämpftes gedecktes mattes",
    after: "sourd apagado spento",
    joined: /^matt(?=\p{L})/u,
  },
};
const names = Object.keys(shades) as Shade[];
const listShades = (place: "before" | "after") =>
  new Map(names.flatMap((name) => shades[name][place].split(" ").map((word) => [word, name])));
const shadesBefore = listShades("before");
const shadesAfter = listShades("after");

const SATURATION_OF_MUTED = 0.4;

function applyShade(hex: string, shade: Shade | undefined): string {
  const [hue, saturation, lightness] = toHsl(hex);
  if (shade === "dark") return fromHsl(hue, Math.min(saturation, 0.7), Math.min(lightness, 0.22));
  if (shade === "light") return fromHsl(hue, saturation, Math.max(lightness, 0.82));
  if (shade === "muted" && saturation > 0.15)
    return fromHsl(hue, saturation * SATURATION_OF_MUTED, (lightness + 0.5) / 2);
  return hex;
}

const byWord = new Map(Object.entries(colors).flatMap(([hex, words]) => words.split(" ").map((word) => [word, hex])));

const EAST = "\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}";
/** Chinese and Japanese words that are found within a text without spaces. One character is not enough: 面白い is not white. */
const eastern = [...byWord.keys()].filter((word) => word.length > 1 && new RegExp(`[${EAST}]`, "u").test(word));
const token = new RegExp(
  `#(?:[0-9a-f]{6}|[0-9a-f]{3})(?![0-9a-z])|[深暗濃浅淡薄]?い?(?:${eastern.join("|")})|(?:(?![${EAST}])[\\p{L}\\p{M}])+|[${EAST}]+?(?=[深暗濃浅淡薄]?い?(?:${eastern.join("|")})|[^${EAST}]|$)`,
  "gu",
);

/** Looks like the plural of a colour: degrees in Portuguese. */
const notPlural = "graus";

const findWord = (word: string): string | undefined =>
  byWord.get(word) ?? (word === notPlural ? undefined : byWord.get(word.replace(/(?:e[rnsm]?|s)$/u, "")));

/** Returns the colour of a word and the shade that the word itself names. */
function readWord(word: string): { hex: string; shade?: Shade | undefined } | undefined {
  const hex = findWord(word);
  if (hex) return { hex };
  const shade = names.find((name) => shades[name].joined.test(word));
  const base = shade && findWord(word.replace(shades[shade].joined, ""));
  return base ? { hex: base, shade } : undefined;
}

/** Returns the colours named in a text, in order, as hex: "dark teal and #ff0066" gives two. At most `limit`. */
export function findNamedColors(text: string, limit = 3): string[] {
  const tokens = text.toLowerCase().match(token) ?? [];
  const found = new Set<string>();
  for (const [at, word] of tokens.entries()) {
    if (found.size === limit) break;
    const code = word.startsWith("#") ? word : undefined;
    if (code) found.add(code.length === 4 ? code.replace(/[0-9a-f]/g, "$&$&") : code);
    const named = code ? undefined : readWord(word);
    const shade = named?.shade ?? shadesBefore.get(tokens[at - 1] ?? "") ?? shadesAfter.get(tokens[at + 1] ?? "");
    if (named) found.add(applyShade(named.hex, shade));
  }
  return [...found];
}

/** Returns the colour of one word or hex code, as hex. */
export function findNamedColor(word: string): string | undefined {
  return findNamedColors(word, 1)[0];
}

/** All colour words, longest first. */
export const colorWords: readonly string[] = [...byWord.keys()].sort((a, b) => b.length - a.length);
