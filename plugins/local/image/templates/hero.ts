import { fade, luminance, mix } from "#plugins/local/draw/colors";
import { getMiddle } from "#plugins/local/draw/focus";
import { drawCover } from "#plugins/local/draw/photo";
import { grain } from "#plugins/local/draw/shapes";
import { copy } from "../copy";
import { isWide, type Scene, type Template } from "../scene";
import type { Box } from "../stack";

/**
 * A photo over the whole canvas, with the text on a shade that rises from the bottom, or from the side on wide
 * canvases.
 */
export const hero: Template = {
  name: "hero",
  weight: ({ photos, cutout, brief }) => (photos.length > 0 && !cutout && !brief.quote ? 4 : 0),
  compose(scene) {
    const { ctx, width, height, photos, palette, random } = scene;
    const photo = photos[0]!;
    // Focusing slightly below the subject moves it up, above the text.
    drawCover(ctx, { ...photo, focus: { ...photo.focus, bottom: photo.focus.bottom + 0.24 } }, 0, 0, width, height);
    const shade = shadeColor(palette.base);
    // Text on the dark shade is always white.
    const accentReads = luminance(palette.accent) > 0.28;
    const blocks = copy(scene, copyArea(scene), {
      font: scene.type.headline,
      caps: scene.type.caps,
      align: "left",
      maxSize: 190,
      points: "pills",
      justify: "end",
      ink: "#ffffff",
      accent: accentReads ? palette.accent : "#ffffff",
      accentInk: accentReads ? palette.accentInk : "#0b0b0f",
      stress: accentReads,
      gap: 46,
    });
    paintShade(scene, shade, Math.min(...blocks.map((block) => block.y)));
    grain(ctx, width, height, 0.04, random);
    return blocks;
  },
};

function shadeColor(base: string): string {
  return luminance(base) > 0.05 ? mix(base, "#050507", 0.86) : base;
}

function copyArea(scene: Scene): Box {
  const { safe } = scene;
  if (isWide(scene))
    return { ...safe, x: wordsRight(scene) ? safe.x + safe.width * 0.48 : safe.x, width: safe.width * 0.52 };
  const height = safe.height * 0.52;
  return { ...safe, y: safe.y + safe.height - height, height };
}

/**
 * True if the text is on the right of a wide canvas: away from the photo's subject, or on the side where reading
 * starts.
 */
function wordsRight({ photos, rtl }: Scene): boolean {
  const { x } = getMiddle(photos[0]!.focus);
  return x < 0.45 || (rtl && x < 0.55);
}

/** Draws a shade that is dark enough for white text from `top` down, and fades out above it. */
function paintShade(scene: Scene, color: string, top: number): void {
  const { ctx, width, height } = scene;
  const right = wordsRight(scene);
  const end = Math.max(0, top - height * 0.24);
  const gradient = isWide(scene)
    ? ctx.createLinearGradient(right ? width : 0, 0, right ? width * 0.28 : width * 0.72, 0)
    : ctx.createLinearGradient(0, height, 0, end);
  const solid = isWide(scene) ? 0.62 : (height - top) / (height - end);
  gradient.addColorStop(0, fade(color, 0.95));
  gradient.addColorStop(solid, fade(color, 0.66));
  gradient.addColorStop(1, fade(color, 0));
  ctx.fillStyle = gradient;
  ctx.fillRect(0, 0, width, height);
}
