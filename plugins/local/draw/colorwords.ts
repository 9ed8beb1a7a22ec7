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
  "#e9dcc3": "beige ivory",
  "#8a8f98": "gray grey silver grau gris grigio cinza grijs серый 灰色",
  "#0c0c10": "black schwarz noir noire negro negra nero nera preto preta zwart чёрный черный 黒 黑色 검은",
  "#ffffff": "white weiß weiss blanc blanche blanco blanca bianco bianca branco branca wit белый 白 白色 하얀",
};

const byWord = new Map(Object.entries(colors).flatMap(([hex, words]) => words.split(" ").map((word) => [word, hex])));

/** Returns the colours named in a text, in order, as hex: "teal and #ff0066" gives two. At most `limit`. */
export function colorsNamed(text: string, limit = 3): string[] {
  const colors = new Set<string>();
  for (const [token] of text.toLowerCase().matchAll(/#(?:[0-9a-f]{6}|[0-9a-f]{3})(?![0-9a-z])|[\p{L}\p{M}]+/gu)) {
    if (colors.size === limit) break;
    const hex = token.startsWith("#")
      ? token
      : (byWord.get(token) ?? byWord.get(token.replace(/(?:e[rnsm]?|s)$/u, "")));
    if (hex) colors.add(hex.length === 4 ? hex.replace(/[0-9a-f]/g, "$&$&") : hex);
  }
  return [...colors];
}

/** Returns the colour of one word or hex code, as hex. */
export function colorNamed(word: string): string | undefined {
  return colorsNamed(word, 1)[0];
}

/** All colour words, longest first. */
export const colorWords: readonly string[] = [...byWord.keys()].sort((a, b) => b.length - a.length);
