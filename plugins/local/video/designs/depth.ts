import { createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import { fade, mix } from "#plugins/local/draw/colors";
import { getFont } from "#plugins/local/draw/fonts";
import type { DesignKit, DrawFrame, Shot } from "../design";
import type { Box } from "../stage";
import type { Tone } from "../tone";
import { createBrandTag, createGround, getTone } from "./parts";

/**
 * Creates a blurred shadow for a rounded box, drawn small and enlarged, because a live blur costs more than the rest of
 * a frame.
 */
export function softShadow(
  width: number,
  height: number,
  radius: number,
): (ctx: SKRSContext2D, x: number, y: number) => void {
  const unit = 8;
  const spread = 80;
  const canvas = createCanvas(Math.ceil((width + 2 * spread) / unit), Math.ceil((height + 2 * spread) / unit));
  const brush = canvas.getContext("2d");
  brush.scale(1 / unit, 1 / unit);
  brush.filter = "blur(4px)";
  brush.fillStyle = "rgba(0, 0, 0, 0.5)";
  brush.beginPath();
  brush.roundRect(spread, spread, width, height, radius);
  brush.fill();
  return (ctx, x, y) => ctx.drawImage(canvas, x - spread, y - spread + 26, width + 2 * spread, height + 2 * spread);
}

/** Distances over which a shade fades out: in a picture without a subject, and beside one. */
const FADE = { longest: 300, shortest: 40 } as const;

/**
 * A dark shade of the palette behind the text at one side of the frame, on which white text is readable. It fades out
 * before it reaches the subject.
 */
export function shade(
  { ctx, stage, look }: DesignKit,
  side: "top" | "bottom" | "left" | "right",
  text: Box,
  subject: Box | undefined,
): () => void {
  const dark = mix(look.palette.dark ? look.palette.base : look.palette.ink, "#000000", 0.45);
  const isUpright = side === "top" || side === "bottom";
  const isFirst = side === "top" || side === "left";
  const span = ({ x, y, width, height }: Box) => (isUpright ? [y, y + height] : [x, x + width]) as [number, number];
  const [start, end] = span(text);
  const edge = isFirst ? end : start;
  const length = isUpright ? stage.height : stage.width;
  const away = subject ? (isFirst ? span(subject)[0] - edge : edge - span(subject)[1]) : FADE.longest;
  const fadeOut = Math.min(FADE.longest, Math.max(FADE.shortest, away));
  const from = isFirst ? 0 : length;
  const to = edge + (isFirst ? fadeOut : -fadeOut);
  const gradient = isUpright ? ctx.createLinearGradient(0, from, 0, to) : ctx.createLinearGradient(from, 0, to, 0);
  const solid = Math.abs(edge - from) / Math.abs(to - from);
  gradient.addColorStop(0, fade(dark, 0.86));
  gradient.addColorStop(solid, fade(dark, 0.62));
  gradient.addColorStop(solid + (1 - solid) * 0.4, fade(dark, 0.28));
  gradient.addColorStop(1, fade(dark, 0));
  const [low, high] = [Math.max(0, Math.min(from, to)), Math.min(length, Math.max(from, to))];
  return () => {
    ctx.fillStyle = gradient;
    if (isUpright) ctx.fillRect(0, low, stage.width, high - low);
    else ctx.fillRect(low, 0, high - low, stage.height);
  };
}

/** Draws the brand's name, giant and faint, drifting behind everything else. */
export function ghost(kit: DesignKit, tone: Tone): (clock: number) => void {
  const { ctx, stage, look, brand } = kit;
  const text = look.caps(brand);
  if (text === "") return () => {};
  const size = stage.height * (stage.shape === "tall" ? 0.3 : 0.5);
  const font = getFont(look.headline, text, size);
  ctx.font = font;
  const width = ctx.measureText(text).width + size * 0.3;
  const rows = [0.97];
  return (clock) => {
    ctx.save();
    ctx.font = font;
    ctx.textAlign = "left";
    ctx.textBaseline = "alphabetic";
    ctx.fillStyle = fade(tone.ink, 0.045);
    rows.forEach((row, i) => {
      const offset = (clock * 110) % width;
      for (let x = i % 2 ? -offset : offset - width; x < stage.width; x += width) {
        ctx.fillText(text, x, stage.height * row);
      }
    });
    ctx.restore();
  };
}

export type Shadow = ReturnType<typeof softShadow>;

/** Draws the shadow of a card in the style of the film's shapes: soft, hard, or none. */
export function dropShadow(kit: DesignKit, width: number, height: number, radius: number): Shadow {
  const { shadow } = kit.look.shapes;
  if (shadow === "soft") return softShadow(width, height, radius);
  if (shadow === "none") return () => {};
  return (ctx, x, y) => {
    ctx.fillStyle = "rgba(0, 0, 0, 0.82)";
    ctx.beginPath();
    ctx.roundRect(x + 20, y + 20, width, height, radius);
    ctx.fill();
  };
}

/** Draws the film's decoration around the text: confetti, marks at the edges, or nothing. */
export function decorate(kit: DesignKit, tone: Tone): (clock: number, pulse: number) => void {
  const { decor } = kit.look.shapes;
  return decor === "confetti" ? confetti(kit, tone) : decor === "marks" ? edgeMarks(kit, tone) : () => {};
}

/** Short lines at the edges of the frame, like those of a viewfinder, one of which moves. */
function edgeMarks({ ctx, stage }: DesignKit, tone: Tone): (clock: number) => void {
  const gap = 96;
  return (clock) => {
    const at = (clock * 2.2) % Math.ceil(stage.height / gap);
    ctx.fillStyle = fade(tone.ink, 0.35);
    for (let i = 0; i * gap < stage.height; i++) {
      const near = Math.max(0, 1 - Math.abs(i - at));
      const length = 22 + 44 * near;
      ctx.fillRect(0, i * gap, length, 5);
      ctx.fillRect(stage.width - length, i * gap, length, 5);
    }
  };
}

/** Small shapes near the edges that drift at different speeds, for depth without hiding any text. */
function confetti(kit: DesignKit, tone: Tone): (clock: number, pulse: number) => void {
  const { ctx, stage } = kit;
  const margin = Math.min(0.1, stage.safe.x / stage.width - 0.04);
  const bits = Array.from({ length: 9 }, (_, i) => {
    const away = kit.random() * margin;
    const side = i % 2 === 0 ? away : 1 - away;
    return {
      kind: i % 3,
      x: side * stage.width,
      y: kit.random(),
      speed: 26 + kit.random() * 60,
      size: 13 + kit.random() * 26,
    };
  });
  return (clock, pulse) => {
    bits.forEach(({ kind, x, y, speed, size }, i) => {
      const span = stage.height + 200;
      const top = ((((y * span - clock * speed) % span) + span) % span) - 100;
      ctx.save();
      ctx.translate(x + 18 * Math.sin(clock * 1.3 + i), top);
      ctx.rotate(clock * 0.7 + i);
      ctx.scale(1 + 0.12 * pulse, 1 + 0.12 * pulse);
      ctx.fillStyle = ctx.strokeStyle = fade(i % 2 ? tone.accent : tone.vivid[i % tone.vivid.length]!, 0.75);
      ctx.lineWidth = 6;
      ctx.beginPath();
      if (kind === 0) {
        ctx.arc(0, 0, size * 0.6, 0, Math.PI * 2);
        ctx.stroke();
      } else if (kind === 1) {
        ctx.roundRect(-size / 2, -size / 6, size, size / 3, 5);
        ctx.fill();
      } else {
        ctx.moveTo(-size / 2, 0);
        ctx.lineTo(size / 2, 0);
        ctx.moveTo(0, -size / 2);
        ctx.lineTo(0, size / 2);
        ctx.stroke();
      }
      ctx.restore();
    });
  };
}

/** What is between the ground and the text: the giant brand, the decoration, the brand tag, which may enter. */
type Layer = "ghost" | "bits" | "tag" | "new tag";

/** Prepares what is behind the text of a shot, in the order in which it is drawn. */
export function setBackground(
  shot: Shot,
  kit: DesignKit,
  ...layers: Layer[]
): { tone: Tone; drawBackground: DrawFrame } {
  const tone = getTone(shot, kit);
  const nothing = () => {};
  const ground = createGround(shot, kit);
  const behind = layers.includes("ghost") ? ghost(kit, tone) : nothing;
  const bits = layers.includes("bits") ? decorate(kit, tone) : nothing;
  const isNew = layers.includes("new tag");
  const tag = isNew || layers.includes("tag") ? createBrandTag(kit, tone) : nothing;
  return {
    tone,
    drawBackground({ time, clock, pulse }) {
      ground(kit.ctx, clock, pulse);
      behind(clock);
      bits(clock, pulse);
      tag(isNew ? time : time + 1);
    },
  };
}
