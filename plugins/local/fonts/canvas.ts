import { readFileSync } from "node:fs";
import { GlobalFonts } from "@napi-rs/canvas";
import { type Font, findFont, fonts, listFaces } from "./index";

const drawn = fonts.filter((font) => font.family !== "Noto Emoji");
const registered = new Set<Font>();

/** Registers all fonts with @napi-rs/canvas, with emoji in colour (25 ms). Call it before drawing. */
export function registerFonts(): void {
  for (const font of drawn) registerFont(font);
}

/** Makes a font known to @napi-rs/canvas. Does nothing for a font that it knows. */
export function registerFont(font: Font): void {
  if (registered.has(font)) return;
  registered.add(font);
  // Pass bytes instead of paths, because canvas's native code cannot read files inside a compiled executable.
  GlobalFonts.register(readFileSync(font.file), alias(font));
}

/**
 * Returns a value for `ctx.font`: the face of `family` nearest to `weight`, followed by all others, so that every
 * script and emoji has a glyph. `size` is in pixels.
 */
export function getCanvasFont(family: string, size: number, weight = 700): string {
  const preferred = findFont(family, weight);
  const order = new Set([...listFaces(preferred), ...drawn]);
  return `${size}px ${[...order].map((font) => `"${alias(font)}"`).join(", ")}`;
}

/** Unique name for each face, so that fonts installed on the machine never change an image. */
function alias(font: Font): string {
  return `Vireo ${font.family} ${font.weight}`;
}
