import type { SKRSContext2D } from "@napi-rs/canvas";
import { fade } from "#plugins/local/draw/colors";
import type { Stage } from "./stage";
import type { Tone } from "./tone";

export type BackdropName =
  | ("mesh" | "rays" | "grid" | "arcs" | "stripes" | "dots")
  | ("blocks" | "waves" | "paper" | "blobs" | "beams" | "squares");

/**
 * Fills the stage. `clock` is the time in the video, so that a backdrop continues through a cut; `pulse` follows the
 * beat.
 */
export type Backdrop = (ctx: SKRSContext2D, clock: number, pulse: number) => void;

type Pattern = (stage: Stage, tone: Tone, random: () => number) => Backdrop;

export const patterns: Record<BackdropName, Pattern> = {
  /** Three large soft discs that pass behind the text. */
  mesh(stage, tone, random) {
    const discs = [0, 1, 2].map((i) => ({
      color: tone.vivid[i % tone.vivid.length]!,
      x: random(),
      y: [0.08, 0.9, 0.5][i]!,
      radius: 150 + random() * 190,
      speed: 0.25 + random() * 0.3,
    }));
    return (ctx, clock) => {
      for (const { color, x, y, radius, speed } of discs) {
        ctx.fillStyle = fade(color, 0.24);
        const cx = (x + 0.16 * Math.sin(clock * speed * 2 + y * 9)) * stage.width;
        const cy = y * stage.height + 60 * Math.cos(clock * speed * 2);
        circle(ctx, cx, cy, radius);
        ctx.fill();
      }
    };
  },

  rays(stage, tone, random) {
    const count = 12 + 2 * Math.floor(random() * 4);
    const turn = (random() < 0.5 ? -1 : 1) * 0.16;
    const reach = stage.width + stage.height;
    return (ctx, clock, pulse) => {
      ctx.translate(stage.width / 2, stage.height * 0.42);
      ctx.rotate(clock * turn);
      ctx.fillStyle = fade(tone.vivid[0]!, 0.14 + 0.06 * pulse);
      const half = Math.tan(Math.PI / count / 2) * reach;
      for (let i = 0; i < count; i++) {
        ctx.rotate((2 * Math.PI) / count);
        ctx.beginPath();
        ctx.moveTo(0, 0);
        ctx.lineTo(reach, -half);
        ctx.lineTo(reach, half);
        ctx.fill();
      }
    };
  },

  /** A floor of lines that moves towards the viewer. */
  grid(stage, tone) {
    return (ctx, clock, pulse) => {
      const horizon = stage.height * 0.6;
      const depth = stage.height - horizon;
      ctx.strokeStyle = fade(tone.vivid[1] ?? tone.ink, 0.22 + 0.14 * pulse);
      ctx.lineWidth = 2.5;
      ctx.beginPath();
      for (let i = -14; i <= 14; i++) {
        ctx.moveTo(stage.width / 2 + i * 34, horizon);
        ctx.lineTo(stage.width / 2 + i * 300, stage.height);
      }
      for (let i = 0; i < 12; i++) {
        const near = ((i + ((clock * 1.6) % 1)) / 12) ** 2.4;
        ctx.moveTo(0, horizon + near * depth);
        ctx.lineTo(stage.width, horizon + near * depth);
      }
      ctx.stroke();
      const glow = ctx.createLinearGradient(0, horizon - 220, 0, horizon + 60);
      glow.addColorStop(0, fade(tone.vivid[0]!, 0));
      glow.addColorStop(0.8, fade(tone.vivid[0]!, 0.26));
      glow.addColorStop(1, fade(tone.vivid[0]!, 0));
      ctx.fillStyle = glow;
      ctx.fillRect(0, horizon - 220, stage.width, 280);
    };
  },

  /** Rings that expand from a corner. */
  arcs(stage, tone, random) {
    const right = random() < 0.5;
    const low = random() < 0.5;
    return (ctx, clock, pulse) => {
      const x = right ? stage.width * 1.02 : -stage.width * 0.02;
      const y = low ? stage.height * 0.98 : stage.height * 0.02;
      for (let i = 0; i < 7; i++) {
        const radius = (i + ((clock * 0.5) % 1)) * 130;
        ctx.strokeStyle = fade(tone.vivid[i % 2]!, Math.min(1, radius / 200) * (0.3 - i * 0.035) + 0.05 * pulse);
        ctx.lineWidth = 34;
        circle(ctx, x, y, radius);
        ctx.stroke();
      }
    };
  },

  stripes(stage, tone, random) {
    const lean = random() < 0.5 ? 1 : -1;
    const width = 190;
    return (ctx, clock) => {
      ctx.fillStyle = fade(tone.vivid[0]!, 0.13);
      const offset = (clock * 90) % (2 * width);
      const slant = stage.height * 0.35 * lean;
      for (let x = -Math.abs(slant) - 2 * width + offset; x < stage.width + Math.abs(slant); x += 2 * width) {
        ctx.beginPath();
        ctx.moveTo(x + slant, 0);
        ctx.lineTo(x + slant + width, 0);
        ctx.lineTo(x - slant + width, stage.height);
        ctx.lineTo(x - slant, stage.height);
        ctx.fill();
      }
    };
  },

  /** A halftone that pulsates. */
  dots(stage, tone, random) {
    const gap = 72;
    const top = random() < 0.5;
    return (ctx, clock, pulse) => {
      ctx.fillStyle = fade(tone.vivid[0]!, 0.3);
      ctx.beginPath();
      for (let row = 0; row < 8; row++) {
        const y = top ? row * gap : stage.height - row * gap;
        const size = (1 - row / 8) * 22 * (1 + 0.25 * pulse);
        for (let x = (row % 2) * (gap / 2); x <= stage.width + gap; x += gap) {
          const wave = 0.75 + 0.25 * Math.sin(clock * 2.4 + x * 0.006 + row * 0.5);
          ctx.moveTo(x + size * wave, y);
          ctx.arc(x, y, size * wave, 0, Math.PI * 2);
        }
      }
      ctx.fill();
    };
  },

  /** A field in another shade whose edge tilts, and a disc that crosses it. */
  blocks(stage, tone, random) {
    const side = random() < 0.5 ? 1 : -1;
    const level = 0.35 + random() * 0.3;
    return (ctx, clock, pulse) => {
      const tilt = side * (0.24 + 0.06 * Math.sin(clock * 0.7)) * stage.width;
      const y = stage.height * (level + 0.03 * Math.sin(clock * 0.5));
      ctx.fillStyle = tone.stops[0]!;
      ctx.beginPath();
      ctx.moveTo(0, y + tilt);
      ctx.lineTo(stage.width, y - tilt);
      ctx.lineTo(stage.width, stage.height);
      ctx.lineTo(0, stage.height);
      ctx.fill();
      ctx.fillStyle = tone.stops[2] ?? tone.stops[1]!;
      circle(ctx, stage.width * (0.5 - side * 0.42), y * 0.5 + 40 * Math.sin(clock), 170 + 12 * pulse);
      ctx.fill();
    };
  },

  /** Thin lines in waves, one below the other. */
  waves(stage, tone, random) {
    const turn = random() * 6;
    return (ctx, clock) => {
      ctx.strokeStyle = fade(tone.ink, 0.1);
      ctx.lineWidth = 3;
      ctx.beginPath();
      for (let row = -1; row * 130 < stage.height + 200; row++) {
        for (let x = -20; x <= stage.width + 40; x += 40) {
          const y = row * 130 + 46 * Math.sin(x * 0.0045 + clock * 0.9 + row * 0.6 + turn);
          if (x === -20) ctx.moveTo(x, y);
          else ctx.lineTo(x, y);
        }
      }
      ctx.stroke();
    };
  },

  /** Nearly blank, with a large thin ring that moves around. */
  paper(stage, tone, random) {
    const [x, y] = [random(), random() < 0.5 ? 0.08 : 0.94];
    return (ctx, clock, pulse) => {
      ctx.strokeStyle = fade(tone.accent, 0.5);
      ctx.lineWidth = 3;
      const radius = stage.width * (0.34 + 0.02 * Math.sin(clock * 0.8));
      circle(
        ctx,
        (x + 0.06 * Math.sin(clock * 0.4)) * stage.width,
        y * stage.height + 30 * Math.cos(clock * 0.5),
        radius,
      );
      ctx.stroke();
      ctx.fillStyle = fade(tone.vivid[0]!, 0.2 + 0.05 * pulse);
      circle(ctx, (1 - x) * stage.width, (1 - y) * stage.height - 26 * Math.sin(clock * 0.6), stage.width * 0.16);
      ctx.fill();
    };
  },

  /** Soft shapes at two corners that pulsate. */
  blobs(stage, tone, random) {
    const side = random() < 0.5 ? 0 : 1;
    return (ctx, clock, pulse) => {
      const reach = Math.min(stage.width, stage.height);
      ctx.fillStyle = fade(tone.vivid[0]!, 0.34);
      blob(ctx, stage.width * side, stage.height * 0.06, reach * (0.4 + 0.012 * pulse), clock * 0.9);
      ctx.fillStyle = fade(tone.vivid[1] ?? tone.accent, 0.3);
      blob(ctx, stage.width * (1 - side), stage.height * 0.97, reach * 0.46, -clock * 0.8);
    };
  },

  /** Wide beams of light that sway from above. */
  beams(stage, tone, random) {
    const turns = [0, 1, 2].map(() => random() * 6);
    return (ctx, clock, pulse) => {
      turns.forEach((turn, i) => {
        const x = stage.width * (0.2 + i * 0.3);
        const sway = stage.width * (0.1 + 0.16 * Math.sin(clock * 0.7 + turn));
        ctx.fillStyle = fade(tone.vivid[i % tone.vivid.length]!, 0.1 + 0.05 * pulse);
        ctx.beginPath();
        ctx.moveTo(x - 30, -20);
        ctx.lineTo(x + 30, -20);
        ctx.lineTo(x + sway + 330, stage.height);
        ctx.lineTo(x + sway - 330, stage.height);
        ctx.fill();
      });
    };
  },

  /** Squares of a grid that light up and fade. */
  squares(stage, tone, random) {
    const side = 180;
    const start = random() * 40;
    return (ctx, clock, pulse) => {
      ctx.fillStyle = fade(tone.vivid[0]!, 0.2 + 0.05 * pulse);
      ctx.beginPath();
      for (let row = 0, y = 0; y < stage.height; y += side, row++) {
        for (let column = 0, x = 0; x < stage.width; x += side, column++) {
          const light = Math.sin(clock * 0.9 + start + row * 2.4 + column * 4.1);
          if (light < 0.45) continue;
          const grown = side * Math.min(1, (light - 0.45) * 3);
          ctx.rect(x + (side - grown) / 2, y + (side - grown) / 2, grown - 4, grown - 4);
        }
      }
      ctx.fill();
    };
  },
};

/** Rounded shapes that change their outline. */
function blob(ctx: SKRSContext2D, x: number, y: number, radius: number, turn: number): void {
  ctx.beginPath();
  for (let i = 0; i <= 24; i++) {
    const angle = (i / 24) * Math.PI * 2;
    const reach = radius * (1 + 0.13 * Math.sin(angle * 3 + turn) + 0.08 * Math.sin(angle * 2 - turn * 1.4));
    if (i === 0) ctx.moveTo(x + reach, y);
    else ctx.lineTo(x + Math.cos(angle) * reach, y + Math.sin(angle) * reach);
  }
  ctx.fill();
}

function circle(ctx: SKRSContext2D, x: number, y: number, radius: number): void {
  ctx.beginPath();
  ctx.arc(x, y, Math.max(0.5, radius), 0, Math.PI * 2);
}
