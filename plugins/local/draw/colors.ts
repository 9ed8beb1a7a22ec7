/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Parses "#ff0066", "#f06" or "ff0066". */
export function toRgb(hex: string): Rgb {
  const digits = hex.replace("#", "");
  const full = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  const value = Number.parseInt(full, 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

export function toHex(rgb: Rgb): string {
  return `#${rgb
    .map((v) =>
      Math.round(Math.min(255, Math.max(0, v)))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

/** Interpolates between the colours `a` and `b` at `t` (0 to 1). */
export function mix(a: string, b: string, t: number): string {
  const to = toRgb(b);
  return toHex(toRgb(a).map((v, i) => v + (to[i]! - v) * t) as unknown as Rgb);
}

/** Formats a hex colour with an opacity, for canvas. */
export function fade(hex: string, alpha: number): string {
  return `rgba(${toRgb(hex).join(",")},${alpha})`;
}

/** Returns the relative luminance, 0 to 1 (WCAG 2). */
export function getLuminance(hex: string): number {
  const [r, g, b] = toRgb(hex).map((v) => {
    const c = v / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns the contrast ratio, 1 to 21 (WCAG 2). */
export function getContrast(a: string, b: string): number {
  const [high, low] = [getLuminance(a), getLuminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Returns near-black or white, whichever is more readable on the colour. One of them always reaches 4.5. */
export function chooseInk(hex: string): string {
  return getContrast("#ffffff", hex) >= getContrast("#050505", hex) ? "#ffffff" : "#050505";
}

/** Converts to hue in degrees, saturation and lightness 0 to 1. */
export function toHsl(hex: string): [hue: number, saturation: number, lightness: number] {
  const [r, g, b] = toRgb(hex).map((v) => v / 255) as unknown as Rgb;
  const max = Math.max(r, g, b);
  const min = Math.min(r, g, b);
  const lightness = (max + min) / 2;
  const range = max - min;
  if (range === 0) return [0, 0, lightness];
  const saturation = range / (1 - Math.abs(2 * lightness - 1));
  const sector = max === r ? ((g - b) / range) % 6 : max === g ? (b - r) / range + 2 : (r - g) / range + 4;
  return [(sector * 60 + 360) % 360, saturation, lightness];
}

export function fromHsl(hue: number, saturation: number, lightness: number): string {
  const channel = (n: number) => {
    const k = (n + (((hue % 360) + 360) % 360) / 30) % 12;
    return (
      255 * (lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
    );
  };
  return toHex([channel(0), channel(8), channel(4)]);
}

/** Moves a colour towards black or white until it has this contrast with `against`. */
export function withContrast(hex: string, against: string, ratio: number): string {
  const target = getLuminance(against) > 0.18 ? "#000000" : "#ffffff";
  for (let t = 0; t < 1; t += 0.04) {
    const candidate = mix(hex, target, t);
    if (getContrast(candidate, against) >= ratio) return candidate;
  }
  return target;
}
