import type { SKRSContext2D } from "@napi-rs/canvas";
import { label } from "#plugins/local/draw/fonts";
import { backdrop } from "../backdrops";
import { outCubic, phase } from "../ease";
import { drawLettering, type Lettering, type LetteringStyle, letter } from "../lettering";
import type { Backdrop } from "../patterns";
import type { Moment, SceneKit, Shot } from "../scene";
import { type Box, band, centre, column, type Stage } from "../stage";
import type { Tone } from "../tone";

export function getTone(shot: Shot, kit: SceneKit): Tone {
  return kit.look.tones[shot.tone];
}

export function createGround(shot: Shot, kit: SceneKit): Backdrop {
  return backdrop(shot.backdrop, kit.stage, getTone(shot, kit), kit.random);
}

export function getStyle(tone: Tone, { look }: SceneKit): LetteringStyle {
  return {
    voice: look.voice,
    emphasis: look.emphasis,
    color: tone.ink,
    accent: tone.accent,
    accentInk: tone.accentInk,
  };
}

/** White over a darkened photo, with the accent where it can be seen there. */
export function styleOnPhoto(kit: SceneKit): LetteringStyle {
  const { accent, accentInk } = kit.look.tones.main;
  const emphasis = kit.look.emphasis === "color" ? "plate" : kit.look.emphasis;
  return { voice: kit.look.voice, emphasis, color: "#ffffff", accent, accentInk, shadow: true };
}

/** The largest headline: what fits the safe box of each shape. */
export const HEADLINE = { tall: 260, wide: 250, square: 210 } as const;

/** The largest text of a point. */
export const POINT = { tall: 220, wide: 200, square: 165 } as const;

/** A place for something to look at and one for text: one over the other, or side by side in a wide picture. */
export function halves({ safe, shape }: Stage, visual = 0.54): { visual: Box; text: Box } {
  if (shape === "wide") return { visual: column(safe, 0.58, 1), text: column(safe, 0, 0.54) };
  return { visual: band(safe, 0, visual), text: band(safe, visual + 0.05, 1) };
}

/** The brand's name, small, at the top of the safe area. */
export function brandTag({ ctx, stage, brief }: SceneKit, tone: Pick<Tone, "ink" | "accent">): (time: number) => void {
  if (brief.brand === "") return () => {};
  const box = { ...stage.safe, height: 46 };
  const tag = letter(ctx, brief.brand, box, { font: label, maxSize: 40, vertical: "middle", maxLines: 1 });
  return (time) => {
    const shown = outCubic(phase(time, 0.05, 0.3));
    ctx.save();
    ctx.globalAlpha *= shown;
    drawSettled(ctx, tag, tone.ink);
    ctx.fillStyle = tone.accent;
    const width = 56 * shown;
    ctx.fillRect(stage.width / 2 - width / 2, box.y + 66, width, 7);
    ctx.restore();
  };
}

/** Top of the text area below the brand tag. */
export function belowTag({ stage, brief }: SceneKit): Box {
  const top = brief.brand === "" ? 0 : 110;
  return { ...stage.safe, y: stage.safe.y + top, height: stage.safe.height - top };
}

/** Text that is simply there. */
export function drawSettled(ctx: SKRSContext2D, lettering: Lettering, color: string): void {
  const still = { voice: "pop", emphasis: "color", color, accent: color, accentInk: color } as const;
  drawLettering(ctx, lettering, Number.POSITIVE_INFINITY, still);
}

/**
 * Text that begins to come in `start` seconds into its scene. It comes slowly closer and gives a little on each beat, so
 * that no picture stands still while it is being read.
 */
export function speak(
  { ctx }: SceneKit,
  text: Lettering,
  { time, length, pulse }: Moment,
  start: number,
  style: LetteringStyle,
): void {
  const { x, y } = centre(text.box);
  const scale = 1 + 0.03 * (time / length) + 0.012 * pulse;
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(scale, scale);
  ctx.translate(-x, -y);
  drawLettering(ctx, text, time - start, style);
  ctx.restore();
}
