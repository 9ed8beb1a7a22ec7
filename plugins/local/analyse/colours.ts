/** Colour names. The order breaks ties. */
export const COLOURS = [
  ..."black white grey red orange yellow green teal blue purple pink brown beige".split(" "),
  "dark blue",
] as const;
const at = Object.fromEntries(COLOURS.map((name, i) => [name, i]));

/** Upper limits of the hues in degrees for each colour name. */
const HUES: readonly [number, string][] = [
  [15, "red"],
  [42, "orange"],
  [70, "yellow"],
  [160, "green"],
  [195, "teal"],
  [252, "blue"],
  [290, "purple"],
  [340, "pink"],
  [360, "red"],
];

/** Returns the name of a colour, as its index in `COLOURS`. */
function nameColour(r: number, g: number, b: number): number {
  const max = Math.max(r, g, b);
  const min = Math.min(r, g, b);
  const value = max / 255;
  const saturation = max === 0 ? 0 : (max - min) / max;
  if (value < 0.17) return at.black!;
  if (saturation < 0.13) return at[value > 0.85 ? "white" : "grey"]!;
  const sector = max === r ? (g - b) / (max - min) : max === g ? 2 + (b - r) / (max - min) : 4 + (r - g) / (max - min);
  const hue = (sector * 60 + 360) % 360;
  const name = HUES.find(([limit]) => hue <= limit)![1];
  if (name === "orange" || name === "yellow") {
    if (saturation < 0.4) return at[value > 0.6 ? "beige" : "grey"]!;
    if (value < 0.62) return at[name === "orange" ? "brown" : "green"]!;
  }
  if (name === "red" && value > 0.7 && saturation < 0.5) return at.pink!;
  if (name === "red" && value < 0.4 && saturation < 0.75) return at.brown!;
  if (name === "blue" && value < 0.42) return at["dark blue"]!;
  return at[name]!;
}

/** Five bits per channel are enough to name a colour, so the names fit into a table. */
const table = Uint8Array.from({ length: 32 ** 3 }, (_, i) => {
  const channel = (bits: number) => (((i >> bits) & 31) << 3) + 4;
  return nameColour(channel(10), channel(5), channel(0));
});

/** Returns the fractions of the colours in a frame of RGB bytes, by their index in `COLOURS`. Their sum is 1. */
export function countColours(rgb: Uint8Array): Float64Array {
  const shares = new Float64Array(COLOURS.length);
  const each = 3 / rgb.length;
  for (let i = 0; i < rgb.length; i += 3) {
    shares[table[((rgb[i]! >> 3) << 10) | ((rgb[i + 1]! >> 3) << 5) | (rgb[i + 2]! >> 3)]!]! += each;
  }
  return shares;
}

const WORTH_NAMING = 0.15;

/** Names up to three dominant colours, largest share first. Empty if no colour stands out. */
export function findMainColours(shares: Float64Array): string[] {
  return COLOURS.map((name, i) => ({ name, share: shares[i]! }))
    .filter(({ share }) => share >= WORTH_NAMING)
    .sort((a, b) => b.share - a.share)
    .slice(0, 3)
    .map(({ name }) => name);
}
