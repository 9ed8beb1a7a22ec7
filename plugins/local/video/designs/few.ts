/** Designs for a film with only a few words, which fill the frame. */
import { Path2D } from "@napi-rs/canvas";
import { isRightToLeft } from "vireo/captions/words";
import { fade } from "#plugins/local/draw/colors";
import { getFont } from "#plugins/local/draw/fonts";
import { iconPaths } from "#plugins/local/draw/iconpaths";
import { findIcon, type IconName } from "#plugins/local/draw/icons";
import type { Design, DesignKit, Shot } from "../design";
import { inOutCubic, outBack, outQuint, phase } from "../ease";
import { drawLettering, type Lettering, setLettering } from "../lettering";
import { type Box, getBand, getCentre, getColumn } from "../stage";
import type { Tone } from "../tone";
import { createBrandTag, createGround, drawSettled, getAreaBelowTag, getStyle, getTone } from "./parts";

/** Larger than any text that fits. */
const LARGEST = 900;
/** Minimum gain in size for a rotated word. */
const WORTH_TURNING = 1.4;
/** Maximum vertical stretch of upright words. */
const MOST_STRETCHED = 1.9;
/** Scripts whose words are readable when rotated by 90°. */
const turnable = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{P}\s]+$/u;

/** Shows the words as large as possible, upright or running up the frame; a field of colour passes through them. */
export const fewGiant: Design = (shot, kit) => {
  const { ctx, stage } = kit;
  const tone = getTone(shot, kit);
  const ground = createGround(shot, kit);
  const tag = createBrandTag(kit, tone);
  const { text, turned } = setGiant(shot, kit);
  const room = getAreaBelowTag(kit);
  const middle = getCentre(room);
  const style = getStyle(tone, kit);
  const rtl = isRightToLeft(shot.text);
  const tallest = turned ? 1 : Math.min(MOST_STRETCHED, (room.height * 0.7) / text.box.height);
  const drawText = (color: string, time: number, scale: number, stretch: number) => {
    ctx.save();
    ctx.translate(middle.x, middle.y + 9 * Math.sin(time * 2.2));
    if (turned) ctx.rotate(-Math.PI / 2);
    ctx.scale(scale, scale * stretch);
    if (turned) ctx.translate(-getCentre(text.box).x, -getCentre(text.box).y);
    else ctx.translate(-middle.x, -middle.y);
    drawLettering(ctx, text, time, { ...style, color });
    ctx.restore();
  };
  return (frameTime) => {
    const { time, length, clock, pulse } = frameTime;
    const scale = 1 + 0.05 * (time / length) + 0.018 * pulse;
    const since = time + (shot.lead ? 0.3 : 0);
    ground(ctx, clock, pulse);
    // The field enters at half time and stays.
    const share = inOutCubic(phase(time, length * 0.42, 0.55));
    const stretch = 1 + Math.max(0, tallest - 1) * share;
    drawText(tone.ink, since, scale, stretch);
    if (share > 0) {
      ctx.save();
      const width = stage.width * 1.4 * share;
      ctx.beginPath();
      const [from, to] = rtl ? [stage.width, stage.width - width] : [0, width];
      const slant = stage.height * 0.12 * (rtl ? 1 : -1);
      ctx.moveTo(from, 0);
      ctx.lineTo(to, 0);
      ctx.lineTo(to + slant, stage.height);
      ctx.lineTo(from, stage.height);
      ctx.clip();
      ctx.fillStyle = tone.accent;
      ctx.fillRect(0, 0, stage.width, stage.height);
      drawStripes(kit, tone, clock);
      drawText(tone.accentInk, since, scale, stretch);
      ctx.restore();
    }
    tag(time);
  };
};

/** Faint stripes that pass over the field. */
function drawStripes({ ctx, stage }: DesignKit, { accentInk }: Tone, clock: number): void {
  const step = 220;
  const slant = stage.height * 0.4;
  ctx.fillStyle = fade(accentInk, 0.05);
  for (let x = ((clock * 130) % step) - slant - step; x < stage.width + step; x += step) {
    ctx.beginPath();
    ctx.moveTo(x, stage.height);
    ctx.lineTo(x + slant, 0);
    ctx.lineTo(x + slant + step / 2, 0);
    ctx.lineTo(x + step / 2, stage.height);
    ctx.fill();
  }
}

function setGiant(shot: Shot, kit: DesignKit): { text: Lettering; turned: boolean } {
  const { ctx, stage, look } = kit;
  const words = look.caps(shot.text);
  const room = getAreaBelowTag(kit);
  const options = { font: look.headline, maxSize: LARGEST } as const;
  const upright = setLettering(ctx, words, room, options);
  if (stage.shape !== "tall" || !turnable.test(words)) return { text: upright, turned: false };
  const side: Box = { x: 0, y: 0, width: room.height, height: room.width };
  const turned = setLettering(ctx, words, side, { ...options, maxLines: 1 });
  const gain = turned.block.truncated ? 0 : turned.block.size / upright.block.size;
  return gain >= WORTH_TURNING ? { text: turned, turned: true } : { text: upright, turned: false };
}

/** Small icons behind the large one: their positions as fractions of the frame, and their sizes. */
const around = [
  { x: 0.13, y: 0.1, size: 190 },
  { x: 0.86, y: 0.16, size: 250 },
  { x: 0.08, y: 0.52, size: 230 },
  { x: 0.94, y: 0.62, size: 180 },
  { x: 0.2, y: 0.92, size: 260 },
  { x: 0.78, y: 0.94, size: 200 },
] as const;

/** Draws the subject's icon stroke by stroke on a disc, with smaller ones floating behind it. */
export const fewDrawn: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const tone = getTone(shot, kit);
  const ground = createGround(shot, kit);
  const tag = createBrandTag(kit, tone);
  const icon = findIcon(shot.text) ?? findIcon(kit.subject) ?? "sparkles";
  const room = getAreaBelowTag(kit);
  const wide = stage.shape === "wide";
  const [visual, words] = wide
    ? [getColumn(room, 0.52, 1), getColumn(room, 0, 0.5)]
    : [getBand(room, 0.05, 0.64), getBand(room, 0.7, 1)];
  const text = setLettering(ctx, look.caps(shot.text), words, {
    font: look.headline,
    maxSize: 300,
    align: wide ? "left" : "center",
    vertical: wide ? "middle" : "top",
  });
  const middle = getCentre(visual);
  const radius = Math.min(visual.width, visual.height) * 0.5;
  const style = getStyle(tone, kit);
  return (frameTime) => {
    const { time, length, clock, pulse } = frameTime;
    ground(ctx, clock, pulse);
    around.forEach(({ x, y, size }, i) => {
      const place = {
        x: x * stage.width + 24 * Math.sin(clock * 0.9 + i),
        y: y * stage.height - 30 * (time / length) * (1 + (i % 3)),
      };
      drawStrokes(kit, icon, { ...place, size, turn: 0.22 * Math.sin(clock * 0.7 + 2 * i) }, fade(tone.accent, 0.2), 1);
    });
    tag(time);
    const grown =
      outBack(phase(time + (shot.lead ? 0.35 : 0.05), 0, 0.45)) * (1 + 0.05 * (time / length) + 0.02 * pulse);
    ctx.fillStyle = tone.accent;
    ctx.beginPath();
    ctx.arc(middle.x, middle.y, Math.max(1, radius * grown), 0, Math.PI * 2);
    ctx.fill();
    const drawn = phase(time + (shot.lead ? 0.5 : 0), 0.15, Math.min(1.1, length * 0.6));
    const turn = 0.07 * Math.sin(clock * 1.7);
    drawStrokes(kit, icon, { ...middle, size: radius * 1.16 * grown, turn }, tone.accentInk, drawn);
    drawLettering(ctx, text, time + (shot.lead ? 0.3 : -0.1), style);
  };
};

/** Length of the longest stroke of an icon, in its own units. */
const LONGEST_STROKE = 64;

/** Draws an icon around a point, up to `amount`, 0 to 1, of its strokes. */
function drawStrokes(
  { ctx }: DesignKit,
  icon: IconName,
  { x, y, size, turn }: { x: number; y: number; size: number; turn: number },
  color: string,
  amount: number,
): void {
  if (amount <= 0 || size <= 0) return;
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(turn);
  ctx.scale(size / 24, size / 24);
  ctx.translate(-12, -12);
  ctx.strokeStyle = color;
  ctx.lineWidth = 1.5;
  ctx.lineCap = ctx.lineJoin = "round";
  if (amount < 1) ctx.setLineDash([LONGEST_STROKE * amount, LONGEST_STROKE * 2]);
  ctx.stroke(new Path2D(iconPaths[icon]));
  ctx.restore();
}

/** Rows of the words from edge to edge, each moving in its own direction; the middle one stands out and is readable. */
export const fewWall: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const tone = getTone(shot, kit);
  const words = look.caps(shot.text);
  const size = stage.shape === "tall" ? 190 : 150;
  const font = getFont(look.headline, words, size);
  ctx.font = font;
  const step = ctx.measureText(words).width + size * 0.45;
  const leading = size * 1.16;
  const rows = Math.ceil(stage.height / leading / 2) + 1;
  const room = getAreaBelowTag(kit);
  const text = setLettering(
    ctx,
    words,
    { ...room, x: room.x + 20, width: room.width - 40 },
    {
      font: look.headline,
      maxSize: LARGEST,
      maxLines: 3,
    },
  );
  const pad = Math.max(60, text.block.size * 0.3);
  const plate = { y: text.box.y - pad, height: text.box.height + 2 * pad };
  const middle = stage.height / 2;
  return (frameTime) => {
    const { time, length, clock, pulse } = frameTime;
    ctx.fillStyle = tone.ground;
    ctx.fillRect(0, 0, stage.width, stage.height);
    ctx.save();
    ctx.translate(stage.width / 2, middle);
    ctx.rotate(-0.06);
    ctx.translate(-stage.width / 2, -middle);
    ctx.font = font;
    ctx.textAlign = "left";
    ctx.textBaseline = "middle";
    ctx.direction = "ltr";
    for (let row = -rows; row <= rows; row++) {
      const way = row % 2 === 0 ? 1 : -1;
      const offset = (((clock * 150 * way + row * 160) % step) + step) % step;
      ctx.fillStyle = fade(row % 3 === 0 ? tone.accent : tone.ink, row % 3 === 0 ? 0.5 : 0.16);
      for (let x = offset - 2 * step; x < stage.width + step; x += step) ctx.fillText(words, x, middle + row * leading);
    }
    ctx.restore();
    drawPlate(kit, tone, plate, time + (shot.lead ? 0.35 : 0));
    const scale = 1 + 0.04 * (time / length) + 0.02 * pulse;
    const { x, y } = getCentre(text.box);
    ctx.translate(x, y);
    ctx.scale(scale, scale);
    ctx.translate(-x, -y);
    const since = time + (shot.lead ? 0.3 : -0.1);
    if (since > 0.2) drawSettled(ctx, text, tone.accentInk);
  };
};

/** A band behind the words, from edge to edge. */
function drawPlate(
  { ctx, stage }: DesignKit,
  { accent }: Tone,
  { y, height }: { y: number; height: number },
  time: number,
): void {
  const grown = outQuint(phase(time, 0, 0.4));
  ctx.fillStyle = accent;
  ctx.fillRect(0, y + (height * (1 - grown)) / 2, stage.width, Math.max(1, height * grown));
}
