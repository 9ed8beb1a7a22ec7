import type { SKRSContext2D } from "@napi-rs/canvas";
import { fade, getContrast, mix, toRgb } from "#plugins/local/draw/colors";
import type { Stage } from "./stage";
import type { Tone } from "./tone";

export type BackdropName =
  | ("mesh" | "rays" | "grid" | "arcs" | "stripes" | "dots")
  | ("blocks" | "waves" | "paper" | "blobs" | "beams" | "squares")
  | ("dust" | "lines" | "rainbow" | "halftone" | "tubes");

/**
 * Fills the stage. `clock` is the time in the video, so that a backdrop continues through a cut; `pulse` follows the
 * beat.
 */
export type Backdrop = (ctx: SKRSContext2D, clock: number, pulse: number) => void;

/** Difference in brightness between a pattern and its ground, of 255: visible, but quieter than the text. */
const VISIBLE = 22;
/** A color clashes with its ground from this distance on, if its brightness is nearer than this. */
const CLASH = { color: 130, brightness: 60 } as const;
/** Minimum contrast of text over a pattern. */
const READABLE = 4.5;

/**
 * Returns a colour for shapes on the ground, with the same visibility in every palette. `strength` multiplies it; text
 * stays readable.
 */
function shade({ ground, ink, vivid }: Tone, strength = 1, index = 0): (extra?: number) => string {
  const differences = (color: string) =>
    toRgb(color).map((value, i) => value - toRgb(ground)[i]!) as [number, number, number];
  const away = (color: string) => {
    const [red, green, blue] = differences(color);
    return Math.abs(0.299 * red + 0.587 * green + 0.114 * blue);
  };
  const wanted = VISIBLE * strength;
  const own = vivid[index]!;
  // Green on orange is as bright as it, and loud all the same.
  const clashes = Math.hypot(...differences(own)) > CLASH.color && away(own) < CLASH.brightness;
  const color = clashes ? mix(ground, ink, 0.4) : away(own) >= wanted ? own : mix(own, ink, 0.5);
  let alpha = Math.min(1, wanted / Math.max(1, away(color)));
  while (alpha > 0.06 && getContrast(mix(ground, color, alpha), ink) < READABLE) alpha -= 0.03;
  return (extra = 0) => fade(color, alpha * (1 + extra));
}

/** Backdrops for short texts in the middle. */
export const loudBackdrops: ReadonlySet<BackdropName> = new Set(["rainbow", "halftone", "tubes"]);

type Pattern = (stage: Stage, tone: Tone, random: () => number) => Backdrop;

export const patterns: Record<BackdropName, Pattern> = {
  /** Three large soft discs that pass behind the text. */
  mesh(stage, tone, random) {
    const discs = [0, 1, 2].map((i) => ({
      color: shade(tone, 1.4, i % 2),
      x: random(),
      y: [0.08, 0.9, 0.5][i]!,
      radius: 190 + random() * 190,
      speed: 0.7 + random() * 0.4,
    }));
    return (ctx, clock) => {
      for (const { color, x, y, radius, speed } of discs) {
        ctx.fillStyle = color();
        const cx = (x + 0.16 * Math.sin(clock * speed * 2 + y * 9)) * stage.width;
        const cy = y * stage.height + 140 * Math.cos(clock * speed * 2);
        circle(ctx, cx, cy, radius);
        ctx.fill();
      }
    };
  },

  rays(stage, tone, random) {
    const count = 12 + 2 * Math.floor(random() * 4);
    const turn = (random() < 0.5 ? -1 : 1) * 0.2;
    const reach = stage.width + stage.height;
    const color = shade(tone, 0.8);
    return (ctx, clock, pulse) => {
      ctx.translate(stage.width / 2, stage.height * 0.42);
      ctx.rotate(clock * turn);
      ctx.fillStyle = color(0.3 * pulse);
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
    const line = shade(tone, 1.4, 1);
    const light = shade(tone, 1);
    return (ctx, clock, pulse) => {
      const horizon = stage.height * 0.6;
      const depth = stage.height - horizon;
      ctx.strokeStyle = line(0.2 * pulse);
      ctx.lineWidth = 3;
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
      glow.addColorStop(0.8, light());
      glow.addColorStop(1, fade(tone.vivid[0]!, 0));
      ctx.fillStyle = glow;
      ctx.fillRect(0, horizon - 220, stage.width, 280);
    };
  },

  /** Rings that expand from a corner. */
  arcs(stage, tone, random) {
    const right = random() < 0.5;
    const low = random() < 0.5;
    const colors = [shade(tone, 1.2), shade(tone, 1.2, 1)];
    return (ctx, clock, pulse) => {
      const x = right ? stage.width * 1.02 : -stage.width * 0.02;
      const y = low ? stage.height * 0.98 : stage.height * 0.02;
      for (let i = 0; i < 8; i++) {
        const radius = (i + ((clock * 0.9) % 2)) * 130;
        ctx.strokeStyle = colors[i % 2]!(Math.min(0, radius / 200 - 1) - i * 0.08 + 0.2 * pulse);
        ctx.lineWidth = 46;
        circle(ctx, x, y, radius);
        ctx.stroke();
      }
    };
  },

  stripes(stage, tone, random) {
    const lean = random() < 0.5 ? 1 : -1;
    const width = 150;
    const color = shade(tone, 0.7);
    return (ctx, clock) => {
      ctx.fillStyle = color();
      const offset = (clock * 170) % (2 * width);
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
    const color = shade(tone, 1.3);
    const rows = Math.round((stage.height / gap) * 0.6);
    return (ctx, clock, pulse) => {
      ctx.fillStyle = color();
      ctx.beginPath();
      for (let row = 0; row < rows; row++) {
        const y = top ? row * gap : stage.height - row * gap;
        const size = (1 - row / rows) * 24 * (1 + 0.2 * pulse);
        for (let x = (row % 2) * (gap / 2) - gap + ((clock * 60) % gap); x <= stage.width + gap; x += gap) {
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
    const [field, disc] = [shade(tone, 1.3), shade(tone, 1.4, 1)];
    return (ctx, clock, pulse) => {
      const tilt = side * (0.2 + 0.14 * Math.sin(clock * 2.3)) * stage.width;
      const y = stage.height * (level + 0.07 * Math.cos(clock * 2.3));
      ctx.fillStyle = field();
      ctx.beginPath();
      ctx.moveTo(0, y + tilt);
      ctx.lineTo(stage.width, y - tilt);
      ctx.lineTo(stage.width, stage.height);
      ctx.lineTo(0, stage.height);
      ctx.fill();
      ctx.fillStyle = disc();
      circle(
        ctx,
        stage.width * (0.5 - side * (0.4 + 0.1 * Math.sin(clock))),
        y * 0.5 + 90 * Math.cos(clock),
        190 + 12 * pulse,
      );
      ctx.fill();
    };
  },

  /** Thin lines in waves, one below the other. */
  waves(stage, tone, random) {
    const turn = random() * 6;
    const color = shade(tone, 1);
    return (ctx, clock) => {
      ctx.strokeStyle = color();
      ctx.lineWidth = 7;
      ctx.beginPath();
      for (let row = -1; row * 130 < stage.height + 200; row++) {
        for (let x = -20; x <= stage.width + 40; x += 40) {
          const y = row * 130 + 46 * Math.sin(x * 0.0045 + clock * 1.5 + row * 0.6 + turn);
          if (x === -20) ctx.moveTo(x, y);
          else ctx.lineTo(x, y);
        }
      }
      ctx.stroke();
    };
  },

  /** Nearly blank, with a large thin ring and a disc that move around. */
  paper(stage, tone, random) {
    const [x, y] = [random(), random() < 0.5 ? 0.08 : 0.94];
    const disc = shade(tone, 1.4);
    return (ctx, clock, pulse) => {
      ctx.strokeStyle = fade(tone.accent, 0.5);
      ctx.lineWidth = 4;
      const radius = stage.width * (0.34 + 0.04 * Math.sin(clock * 1.2));
      circle(
        ctx,
        (x + 0.1 * Math.sin(clock * 0.8)) * stage.width,
        y * stage.height + 90 * Math.cos(clock * 0.8),
        radius,
      );
      ctx.stroke();
      ctx.fillStyle = disc(0.2 * pulse);
      const orbit = { x: 0.14 * stage.width * Math.cos(clock * 1.5), y: 0.14 * stage.width * Math.sin(clock * 1.5) };
      circle(ctx, (1 - x) * stage.width + orbit.x, (1 - y) * stage.height + orbit.y, stage.width * 0.3);
      ctx.fill();
    };
  },

  /** Soft shapes at two corners that pulsate. */
  blobs(stage, tone, random) {
    const side = random() < 0.5 ? 0 : 1;
    const colors = [shade(tone, 1.5), shade(tone, 1.5, 1)] as const;
    return (ctx, clock, pulse) => {
      const reach = Math.min(stage.width, stage.height);
      const [sway, swing] = [Math.sin(clock * 1.8), Math.cos(clock * 1.8)].map((x) => x * 0.12 * stage.width);
      ctx.fillStyle = colors[0]();
      blob(ctx, stage.width * side + sway!, stage.height * 0.06, reach * (0.46 + 0.012 * pulse), clock * 2);
      ctx.fillStyle = colors[1]();
      blob(ctx, stage.width * (1 - side) + swing!, stage.height * 0.97, reach * 0.5, -clock * 1.8);
    };
  },

  /** Wide beams of light that sway from above. */
  beams(stage, tone, random) {
    const turns = [0, 1, 2].map(() => random() * 6);
    const colors = [shade(tone, 0.7), shade(tone, 0.7, 1)];
    return (ctx, clock, pulse) => {
      turns.forEach((turn, i) => {
        const x = stage.width * (0.2 + i * 0.3);
        const sway = stage.width * (0.1 + 0.26 * Math.sin(clock * 0.9 + turn));
        ctx.fillStyle = colors[i % 2]!(0.3 * pulse);
        ctx.beginPath();
        ctx.moveTo(x - 30, -20);
        ctx.lineTo(x + 30, -20);
        ctx.lineTo(x + sway + 330, stage.height);
        ctx.lineTo(x + sway - 330, stage.height);
        ctx.fill();
      });
    };
  },

  /** Specks of light that rise. */
  dust(stage, tone, random) {
    const specks = Array.from({ length: 26 }, () => [random(), random(), random()] as const);
    const color = shade(tone, 1.6, 1);
    return (ctx, clock) => {
      for (const [x, y, size] of specks) {
        const top = (((y - clock * (0.05 + 0.09 * size)) % 1) + 1) % 1;
        ctx.fillStyle = color(Math.sin(top * Math.PI) - 1);
        circle(ctx, (x + 0.03 * Math.sin(clock * 1.2 + y * 40)) * stage.width, top * stage.height, 8 + 44 * size ** 3);
        ctx.fill();
      }
    };
  },

  /** Thin upright lines that pass, and a bar that follows the reading. */
  lines(stage, tone, random) {
    const gap = stage.width / 4;
    const way = random() < 0.5 ? 1 : -1;
    const color = shade(tone, 1.4);
    return (ctx, clock) => {
      ctx.fillStyle = color();
      const offset = (((clock * 90 * way) % gap) + gap) % gap;
      for (let x = offset - gap; x < stage.width + gap; x += gap) ctx.fillRect(x, 0, 4, stage.height);
      ctx.fillStyle = tone.accent;
      ctx.fillRect(0, ((clock * 0.09) % 1) * stage.height * 1.2 - stage.height * 0.1, 14, stage.height * 0.1);
    };
  },

  /** Wide bands of colour that bend around a corner, one after the other. */
  rainbow(stage, tone, random) {
    const right = random() < 0.5;
    const bands = [tone.vivid[0]!, tone.vivid[1]!, tone.accent, tone.vivid[2]!];
    return (ctx, clock, pulse) => {
      const reach = Math.min(stage.width, stage.height * 0.58);
      const [x, y] = [right ? stage.width : 0, stage.height * 1.02 + 60 * Math.sin(clock * 1.6)];
      bands.forEach((color, i) => {
        const radius = reach * (0.46 - i * 0.09 + 0.03 * Math.cos(clock * 2.2 - i * 0.7)) + 10 * pulse;
        ctx.fillStyle = color;
        circle(ctx, x, y, radius);
        ctx.fill();
      });
      ctx.fillStyle = tone.ground;
      circle(ctx, x, y, reach * 0.1);
      ctx.fill();
    };
  },

  /** Large dots that shrink towards the middle and move on. */
  halftone(stage, tone) {
    const gap = 108;
    const color = shade(tone, 1.1);
    return (ctx, clock, pulse) => {
      ctx.fillStyle = color();
      ctx.beginPath();
      const offset = (clock * 64) % (2 * gap);
      for (let row = -2, y = -2 * gap + offset; y < stage.height + gap; y += gap, row++) {
        const size = (40 + 6 * pulse) * Math.abs(y / stage.height - 0.5) * 1.7;
        for (let x = (((row % 2) + 2) % 2) * (gap / 2); x < stage.width + gap; x += gap) {
          ctx.moveTo(x + size, y);
          ctx.arc(x, y, size, 0, Math.PI * 2);
        }
      }
      ctx.fill();
    };
  },

  /** Tubes of light along the edges, one flickering on the beat. */
  tubes(stage, tone) {
    return (ctx, clock, pulse) => {
      ctx.lineCap = ctx.lineJoin = "round";
      [tone.accent, tone.vivid[1] ?? tone.ink].forEach((color, i) => {
        const inset = 40 + 44 * i + 8 * Math.sin(clock * 1.4 + i * 2);
        const around = 2 * (stage.width + stage.height - 4 * inset);
        ctx.setLineDash([around * 0.3, around * 0.2]);
        ctx.lineDashOffset = (i ? 1 : -1) * clock * 150;
        for (const [width, alpha] of [
          [44, 0.1],
          [24, 0.18],
          [9, 0.75 + 0.25 * pulse],
        ] as const) {
          ctx.strokeStyle = fade(color, alpha);
          ctx.lineWidth = width;
          ctx.strokeRect(inset, inset, stage.width - 2 * inset, stage.height - 2 * inset);
        }
      });
    };
  },

  /** Squares of a grid that light up and fade. */
  squares(stage, tone, random) {
    const side = 180;
    const start = random() * 40;
    const color = shade(tone, 0.8);
    return (ctx, clock, pulse) => {
      ctx.fillStyle = color(0.2 * pulse);
      ctx.beginPath();
      for (let row = 0, y = 0; y < stage.height; y += side, row++) {
        for (let column = 0, x = 0; x < stage.width; x += side, column++) {
          const light = Math.sin(clock * 1.5 + start + row * 2.4 + column * 4.1);
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
/** Points of a blob: fewer show as corners. */
const BLOB = 120;

function blob(ctx: SKRSContext2D, x: number, y: number, radius: number, turn: number): void {
  ctx.beginPath();
  for (let i = 0; i <= BLOB; i++) {
    const angle = (i / BLOB) * Math.PI * 2;
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
