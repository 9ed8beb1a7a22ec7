/** Layouts of posters without a picture. */
import { isRightToLeft } from "vireo/captions/words";
import type { PosterText } from "#plugins/local/storyboard/index";
import type { DesignKit, Shot } from "#plugins/local/video/design";
import { corners, fieldPatterns, onAccent } from "#plugins/local/video/designs/layouts";
import { createGround, getStyle } from "#plugins/local/video/designs/parts";
import type { Look } from "#plugins/local/video/look";
import { type Box, getBand, getColumn, type Stage } from "#plugins/local/video/stage";
import type { Tone } from "#plugins/local/video/tone";
import { type Block, createSetter, SETTLED } from "./content";

export interface Layout {
  /** Part of the safe area for the text, as fractions: left, top, right, bottom. `wide`: in wide posters. */
  tall: readonly [number, number, number, number];
  wide: readonly [number, number, number, number];
  align: "left" | "center";
  vertical: "top" | "middle" | "bottom";
  spread?: true;
  /** The text is on the accent color, and what is below the headline on a panel of it. */
  on?: "accent" | "panel";
  /** Draws the ornament before the text, or after it, with the text's blocks. */
  behind?(kit: DesignKit, tone: Tone): void;
  after?(kit: DesignKit, tone: Tone, blocks: readonly Block[], rtl: boolean): void;
  suits(look: Look, posterText: PosterText): boolean;
}

const hasRest = ({ points, cards, cta, offer }: PosterText): boolean =>
  points.length + cards.length > 0 || cta + offer !== "";
const isRound = ({ shapes }: Look): boolean => shapes.radius > 0;
const isStill = ({ mood }: Look): boolean => mood === "minimal" || mood === "luxury" || mood === "moody";

/** Space is what these are about. */
const isSpacious = ({ mood }: Look): boolean => mood === "minimal" || mood === "luxury";

/** Height of the strips of a band, and width of a frame's margin. */
const STRIP = 0.13;
const FRAME = 40;

export const layouts = {
  /** An ornament in a corner, with the text at the bottom of the opposite side. */
  corner: {
    tall: [0, 0.2, 1, 1],
    wide: [0, 0, 0.7, 1],
    align: "left",
    vertical: "bottom",
    after: drawCorner,
    suits: (look, { quote }) => !isStill(look) && !quote,
  },
  /** The headline at the top, the rest at the bottom. */
  page: {
    tall: [0, 0, 1, 1],
    wide: [0, 0, 1, 1],
    align: "left",
    vertical: "top",
    spread: true,
    suits: (look, posterText) => !isRound(look) && !isSpacious(look) && hasRest(posterText),
  },
  /** The headline on the ground, the rest on a panel of the accent color. */
  panel: {
    tall: [0, 0, 1, 1],
    wide: [0, 0, 1, 1],
    align: "left",
    vertical: "top",
    spread: true,
    on: "panel",
    suits: (look, posterText) => !isStill(look) && !look.glow && hasRest(posterText) && !posterText.quote,
  },
  /** All of it in the middle of a thin frame. */
  frame: {
    tall: [0.05, 0.05, 0.95, 0.95],
    wide: [0.08, 0.06, 0.92, 0.94],
    align: "center",
    vertical: "middle",
    behind: drawFrame,
    suits: (look, { quote }) => isStill(look) || look.glow || quote || look.mood === "calm",
  },
  /** A field of the accent color between two strips of a pattern. */
  band: {
    tall: [0, 0.12, 1, 0.88],
    wide: [0, 0.16, 1, 0.84],
    align: "left",
    vertical: "middle",
    on: "accent",
    behind: drawStrips,
    suits: (look, { quote }) => !isStill(look) && !look.glow && !quote,
  },
  /** All of it in the middle. */
  centre: {
    tall: [0, 0, 1, 1],
    wide: [0.04, 0, 0.96, 1],
    align: "center",
    vertical: "middle",
    suits: (look, { quote }) => isRound(look) || quote,
  },
} as const satisfies Readonly<Record<string, Layout>>;

/** Draws a poster without a picture, and returns its blocks. */
export function drawLayout(
  name: keyof typeof layouts,
  kit: DesignKit,
  shot: Shot,
  posterText: PosterText,
  stress: string,
): Block[] {
  const layout: Layout = layouts[name];
  const { ctx, stage, look, logo } = kit;
  const tone = look.tones.main;
  const rtl = isRightToLeft(posterText.hook);
  createGround(shot, kit)(ctx, SETTLED.clock, 0);
  layout.behind?.(kit, tone);
  let blocks: Block[] = [];
  const style = getStyle(layout.on === "accent" ? onAccent(tone) : tone, kit);
  const set = createSetter(posterText, {
    logo,
    spread: layout.spread,
    panel: layout.on === "panel" ? (rest) => drawPanel(kit, tone, rest) : undefined,
    onDraw: (drawn) => {
      blocks = drawn;
    },
  });
  const options = {
    font: look.headline,
    maxSize: isSpacious(look) ? 80 : 330,
    align: layout.align,
    vertical: layout.vertical,
    stress,
  };
  const content = set(kit, shot, getBox(stage, layout, rtl), options);
  content.draw(SETTLED, 0, style);
  layout.after?.(kit, tone, blocks, rtl);
  return blocks;
}

function getBox(stage: Stage, { tall, wide }: Layout, rtl: boolean): Box {
  const [left, top, right, bottom] = stage.shape === "wide" ? wide : tall;
  const box = getBand(stage.safe, top, bottom);
  return rtl ? getColumn(box, 1 - right, 1 - left) : getColumn(box, left, right);
}

/** Space around the text of a panel. */
const PAD = 64;

function drawPanel(kit: DesignKit, tone: Tone, rest: Box): ReturnType<typeof getStyle> {
  const { ctx, stage } = kit;
  ctx.fillStyle = tone.accent;
  ctx.fillRect(0, rest.y - PAD, stage.width, stage.height - rest.y + PAD);
  return getStyle(onAccent(tone), kit);
}

/** Space between an ornament and the text. */
const GAP = 48;
/** Reach of an ornament beyond its size. */
const FURTHEST = 1.3;

function drawCorner({ ctx, stage, look }: DesignKit, tone: Tone, blocks: readonly Block[], rtl: boolean): void {
  const distances = blocks.map((block) => Math.hypot(rtl ? block.x : stage.width - block.x - block.width, block.y));
  const room = Math.min(...distances) - GAP;
  const reach = Math.min(Math.min(stage.width, stage.height) * 0.62, room / FURTHEST);
  if (reach < GAP) return;
  ctx.save();
  ctx.translate(rtl ? 0 : stage.width, 0);
  ctx.scale(rtl ? 1 : -1, 1);
  ctx.fillStyle = ctx.strokeStyle = tone.accent;
  corners[look.corner % corners.length]!(ctx, reach, 0.6, tone);
  ctx.restore();
}

function drawFrame({ ctx, stage, look }: DesignKit, tone: Tone): void {
  ctx.strokeStyle = tone.accent;
  ctx.lineWidth = 5;
  ctx.beginPath();
  const { width, height } = stage;
  ctx.roundRect(FRAME, FRAME, width - 2 * FRAME, height - 2 * FRAME, 60 * look.shapes.radius);
  ctx.stroke();
}

function drawStrips(kit: DesignKit, tone: Tone): void {
  const { ctx, stage, random } = kit;
  const { width, height } = stage;
  ctx.fillStyle = tone.accent;
  ctx.fillRect(0, height * STRIP, width, height * (1 - 2 * STRIP));
  const pattern = fieldPatterns[Math.floor(random() * fieldPatterns.length)]!;
  for (const y of [0, height * (1 - STRIP)]) {
    const field = { x: 0, y, width, height: height * STRIP };
    ctx.save();
    ctx.beginPath();
    ctx.rect(field.x, field.y, field.width, field.height);
    ctx.clip();
    ctx.fillStyle = ctx.strokeStyle = tone.accent;
    pattern(kit, field, 0.6, 0);
    ctx.restore();
  }
}
