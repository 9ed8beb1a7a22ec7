import { readFileSync } from "node:fs";
import { GlobalFonts } from "@napi-rs/canvas";
import { type Font, findFont, fonts, listFaces } from "./index";

const drawn = fonts.filter((font) => font.family !== "Noto Emoji");
const registered = new Set<Font>();

/** Makes all fonts known to @napi-rs/canvas, emoji in colour (25 ms). Call it before drawing. */
export function registerFonts(): void {
  for (const font of drawn) registerFont(font);
}

/** Makes a font known to @napi-rs/canvas. It acts once for each. */
export function registerFont(font: Font): void {
  if (registered.has(font)) return;
  registered.add(font);
  // Bytes and not paths: canvas's native code cannot see files inside a compiled executable.
  GlobalFonts.register(readFileSync(font.file), alias(font));
}

/**
 * A value for `ctx.font`: the face of `family` nearest to `weight`, then all the others, so that no script and no emoji
 * is left without a glyph. `size` is in pixels.
 */
export function canvasFont(family: string, size: number, weight = 700): string {
  const preferred = findFont(family, weight);
  const order = new Set([...listFaces(preferred), ...drawn]);
  return `${size}px ${[...order].map((font) => `"${alias(font)}"`).join(", ")}`;
}

/** A name of our own for each face: the fonts that a machine happens to have must not change a picture. */
function alias(font: Font): string {
  return `Vireo ${font.family} ${font.weight}`;
}
