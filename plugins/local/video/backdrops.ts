import { type Canvas, createCanvas } from "@napi-rs/canvas";
import { fade } from "#plugins/local/draw/colors";
import { type Backdrop, type BackdropName, patterns } from "./patterns";
import type { Stage } from "./stage";
import type { Tone } from "./tone";

/** Every backdrop moves continuously, so no two frames of a video are the same. */
export function createBackdrop(
  name: BackdropName,
  stage: Stage,
  tone: Tone,
  { flat, random }: { flat: boolean; random: () => number },
): Backdrop {
  const mesh = flat ? createFlat(stage, tone) : createMesh(stage, tone, random);
  const pattern = patterns[name](stage, tone, random);
  return (ctx, clock, pulse) => {
    mesh(ctx, clock, pulse);
    ctx.save();
    pattern(ctx, clock, pulse);
    ctx.restore();
  };
}

/** Fills the stage with one colour. */
const createFlat =
  (stage: Stage, tone: Tone): Backdrop =>
  (ctx) => {
    ctx.fillStyle = tone.ground;
    ctx.fillRect(0, 0, stage.width, stage.height);
  };

/** Draws clouds of colour small and enlarges them, the softest and cheapest blur. */
function createMesh(stage: Stage, tone: Tone, random: () => number): Backdrop {
  const unit = 20;
  const small: Canvas = createCanvas(Math.ceil(stage.width / unit), Math.ceil(stage.height / unit));
  const brush = small.getContext("2d");
  const clouds = [...tone.stops, ...tone.stops].map((color) => ({
    color,
    x: random(),
    y: random(),
    reach: 0.22 + random() * 0.3,
    speed: 0.4 + random() * 0.5,
    turn: random() * 6.3,
    radius: (0.5 + random() * 0.35) * Math.max(small.width, small.height) * 0.75,
  }));
  return (ctx, clock) => {
    brush.fillStyle = tone.ground;
    brush.fillRect(0, 0, small.width, small.height);
    for (const { color, x, y, reach, speed, turn, radius } of clouds) {
      const cx = (x + reach * Math.sin(clock * speed + turn)) * small.width;
      const cy = (y + reach * Math.cos(clock * speed * 0.8 + turn)) * small.height;
      const gradient = brush.createRadialGradient(cx, cy, 0, cx, cy, radius);
      gradient.addColorStop(0, fade(color, 0.95));
      gradient.addColorStop(0.55, fade(color, 0.45));
      gradient.addColorStop(1, fade(color, 0));
      brush.fillStyle = gradient;
      brush.fillRect(0, 0, small.width, small.height);
    }
    ctx.imageSmoothingQuality = "low";
    // Draw past the edges, because enlarging would have nothing to blend with there.
    ctx.drawImage(small, -unit, -unit, stage.width + 2 * unit, stage.height + 2 * unit);
  };
}
