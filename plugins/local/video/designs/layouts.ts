/** Layouts of text alone. Each divides the frame differently, and moves from its first frame to its last. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import { isRightToLeft } from "vireo/captions/words";
import type { Align } from "#plugins/local/draw/text";
import { clamp } from "#plugins/local/numbers";
import type { Design, DesignKit, Shot } from "../design";
import { inOutCubic, outBack, outCubic, outQuint, phase } from "../ease";
import { drawLettering, type Lettering, setLettering } from "../lettering";
import { type Box, getBand, getCentre, getLeadingArea, type Stage } from "../stage";
import type { Tone } from "../tone";
import { dropShadow, setBackground } from "./depth";
import { drawTextGroup, getAreaBelowTag, getStyle, HEADLINE, POINT, setTextGroup, type TextGroup } from "./parts";

/** Maximum letters of a short text, and how much larger it is set. */
const FEW = { letters: 12, larger: 1.45 } as const;

/** Maximum text size: that of a headline or of a point. */
const getSize = ({ lead, text, subtext }: Shot, { stage }: DesignKit): number =>
  (lead ? HEADLINE : POINT)[stage.shape] * (text.length <= FEW.letters && subtext === "" ? FEW.larger : 1);

/** Area for text from the side where reading starts. */
const getReading = ({ text }: Shot, stage: Stage): Box => (isRightToLeft(text) ? stage.safe : getLeadingArea(stage));

/** Start of the text: an opening shows some of it in its first frame. */
const getStart = (shot: Shot, start: number): number => (shot.lead ? -0.3 : start);

/** The tone with accent and background exchanged. */
export const onAccent = ({ accent, accentInk, ground, ink, ...rest }: Tone): Tone => ({
  ...rest,
  ground: accent,
  ink: accentInk,
  accent: accentInk,
  accentInk: accent,
});

/** A slightly tilted band of colour from edge to edge, with chevrons that move along its sides. */
export const layoutBand: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const { tone, drawBackground } = setBackground(shot, kit, "tag");
  const text = setTextGroup(kit, shot, getBand(getAreaBelowTag(kit), 0.12, 0.88), {
    font: look.headline,
    maxSize: getSize(shot, kit),
  });
  const pad = 90;
  const strip = { y: text.box.y - pad, height: text.box.height + 2 * pad };
  const side = kit.random() < 0.5 ? 1 : -1;
  const style = getStyle(onAccent(tone), kit);
  return (frameTime) => {
    const { time, clock, pulse } = frameTime;
    drawBackground(frameTime);
    const into = outQuint(phase(time + (shot.lead ? 0.3 : 0.05), 0, 0.45));
    ctx.save();
    ctx.translate(stage.width / 2, stage.height / 2);
    ctx.rotate(-0.035 * side);
    ctx.translate(-stage.width / 2 - side * (1 - into) * stage.width * 1.3, -stage.height / 2);
    ctx.fillStyle = tone.accent;
    ctx.fillRect(-stage.width * 0.2, strip.y, stage.width * 1.4, strip.height);
    for (const [row, way] of [
      [strip.y - 46, side],
      [strip.y + strip.height + 46, -side],
    ] as const)
      drawChevrons(kit, tone, row, way, clock + 0.15 * pulse);
    ctx.restore();
    drawTextGroup(kit, text, frameTime, getStart(shot, 0.12), style);
  };
};

function drawChevrons({ ctx, stage }: DesignKit, { ink }: Tone, y: number, way: number, clock: number): void {
  const step = 84;
  const offset = (((clock * 70 * way) % step) + step) % step;
  ctx.strokeStyle = ink;
  ctx.globalAlpha *= 0.55;
  ctx.lineWidth = 9;
  ctx.beginPath();
  for (let x = -stage.width * 0.2 - step + offset; x < stage.width * 1.2; x += step) {
    ctx.moveTo(x - 13 * way, y - 17);
    ctx.lineTo(x + 9 * way, y);
    ctx.lineTo(x - 13 * way, y + 17);
  }
  ctx.stroke();
  ctx.globalAlpha /= 0.55;
}

/** Text at the bottom, on the side where reading starts; an ornament moves and grows in the opposite corner. */
export const layoutCorner: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const { tone, drawBackground } = setBackground(shot, kit);
  const rtl = isRightToLeft(shot.text);
  const tall = stage.shape === "tall";
  const text = setTextGroup(kit, shot, getBand(getReading(shot, stage), tall ? 0.34 : 0.24, 1), {
    font: look.headline,
    maxSize: getSize(shot, kit) * 1.1,
    align: "left",
    vertical: "bottom",
  });
  const corner = { x: rtl ? 0 : stage.width, y: 0 };
  const reach = Math.min(
    Math.min(stage.width, stage.height) * (tall ? 0.62 : 0.5),
    getDistance(text, corner) / FURTHEST,
  );
  const ornament = corners[look.corner % corners.length]!;
  return (frameTime) => {
    const { time, length, clock, pulse } = frameTime;
    drawBackground(frameTime);
    const grown = outBack(phase(time + (shot.lead ? 0.4 : 0), 0, 0.5)) * (1 + 0.12 * (time / length) + 0.02 * pulse);
    ctx.save();
    ctx.translate(rtl ? 0 : stage.width, 0);
    ctx.scale(rtl ? 1 : -1, 1);
    ctx.fillStyle = ctx.strokeStyle = tone.accent;
    ornament(ctx, Math.max(1, reach * grown), clock, tone);
    ctx.restore();
    drawTextGroup(kit, text, frameTime, getStart(shot, 0.1), getStyle(tone, kit));
  };
};

/** Maximum reach of an ornament out of its corner, as a factor, when it has grown and pulsates. */
const FURTHEST = 1.38;

/** Returns the distance from a point to the nearest word of a text. */
function getDistance({ text, detail }: TextGroup, { x, y }: { x: number; y: number }): number {
  const away = [text, detail].flatMap((lettering) =>
    (lettering?.words ?? []).map((word) =>
      Math.hypot(
        Math.max(word.x - x, 0, x - word.x - word.width),
        Math.max(word.y - word.rise - y, 0, y - word.y - word.fall),
      ),
    ),
  );
  return Math.min(...away, Number.POSITIVE_INFINITY);
}

type Corner = (ctx: SKRSContext2D, reach: number, clock: number, tone: Tone) => void;

/** Ornaments for the corner at the origin that extend to the right and down, in the accent color. */
export const corners: readonly Corner[] = [
  /** A disc with rotating dashed rings. */
  (ctx, reach, clock, { accentInk }) => {
    ctx.beginPath();
    ctx.arc(0, 0, reach, 0, Math.PI * 2);
    ctx.fill();
    ctx.strokeStyle = accentInk;
    ctx.lineWidth = 10;
    ctx.setLineDash([120, 46]);
    ctx.lineCap = "round";
    for (const [i, share] of [0.78, 0.56, 0.34].entries()) {
      ctx.lineDashOffset = clock * (i % 2 ? 70 : -70);
      ctx.beginPath();
      ctx.arc(0, 0, reach * share, 0, Math.PI * 2);
      ctx.stroke();
    }
  },
  /** A sun with rotating rays. */
  (ctx, reach, clock) => {
    const rays = 22;
    ctx.beginPath();
    ctx.arc(0, 0, reach * 0.52, 0, Math.PI * 2);
    for (let i = 0; i < rays; i++) {
      const angle = ((i + clock * 0.22) / rays) * Math.PI * 2;
      const end = reach * (i % 2 ? 0.92 : 1.14);
      ctx.moveTo(Math.cos(angle - 0.045) * reach * 0.6, Math.sin(angle - 0.045) * reach * 0.6);
      ctx.lineTo(Math.cos(angle) * end, Math.sin(angle) * end);
      ctx.lineTo(Math.cos(angle + 0.045) * reach * 0.6, Math.sin(angle + 0.045) * reach * 0.6);
    }
    ctx.fill();
  },
  /** Stairs of squares that pulsate one after another. */
  (ctx, reach, clock, { accent, ink }) => {
    const side = reach / 3.6;
    for (let row = 0; row < 4; row++) {
      for (let column = 0; column < 4 - row; column++) {
        const size = side * (0.93 + 0.07 * Math.sin(clock * 2 + row * 1.3 + column * 0.9));
        ctx.fillStyle = (row + column) % 3 === 1 ? ink : accent;
        const [x, y] = [column * side + (side - size) / 2, row * side + (side - size) / 2];
        ctx.fillRect(x, y, size, size);
      }
    }
  },
  /** Thick and thin arcs that spread. */
  (ctx, reach, clock) => {
    const alpha = ctx.globalAlpha;
    for (let i = 0; i < 4; i++) {
      const share = ((i + clock * 0.18) % 4) / 4;
      ctx.lineWidth = reach * (i % 2 ? 0.05 : 0.13);
      ctx.globalAlpha = alpha * Math.min(1, 4 * (1 - share));
      ctx.beginPath();
      ctx.arc(0, 0, reach * (0.16 + 1.0 * share), 0, Math.PI * 2);
      ctx.stroke();
    }
  },
  /** A cut across the corner with a wavy edge, and a thin wave next to it. */
  (ctx, reach, clock) => {
    const wave = (offset: number) => {
      ctx.beginPath();
      for (let i = 0; i <= 40; i++) {
        const at = i / 40;
        const out = offset + 26 * Math.sin(at * 16 + clock * 1.6);
        const [x, y] = [reach * 1.3 * (1 - at) + out * 0.7, reach * 1.3 * at + out * 0.7];
        if (i === 0) ctx.moveTo(x, y);
        else ctx.lineTo(x, y);
      }
    };
    wave(0);
    ctx.lineTo(-60, reach * 1.4);
    ctx.lineTo(-60, -60);
    ctx.lineTo(reach * 1.4, -60);
    ctx.fill();
    wave(64);
    ctx.lineWidth = 9;
    ctx.stroke();
  },
];

/** Two fields: one with a moving pattern, one with the text. Their border slides in. */
export const layoutSplit: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const { tone, drawBackground } = setBackground(shot, kit);
  const wide = stage.shape === "wide";
  const share = wide ? 0.38 : 0.36;
  const field: Box = wide
    ? { x: stage.width * (1 - share), y: 0, width: stage.width * share, height: stage.height }
    : { x: 0, y: 0, width: stage.width, height: stage.height * share };
  const room = wide
    ? { ...stage.safe, width: field.x - stage.safe.x - 70 }
    : {
        ...getReading(shot, stage),
        y: field.height + 90,
        height: stage.safe.y + stage.safe.height - field.height - 90,
      };
  const text = setTextGroup(kit, shot, room, {
    font: look.headline,
    maxSize: getSize(shot, kit),
    align: "left",
    vertical: wide ? "middle" : "bottom",
  });
  // The pattern fills the space above the text.
  if (!wide) field.height = Math.min(text.box.y - 90, stage.height * 0.56);
  const pattern = Math.floor(kit.random() * fieldPatterns.length);
  return (frameTime) => {
    const { time, clock, pulse } = frameTime;
    drawBackground(frameTime);
    const away = 1 - outQuint(phase(time + (shot.lead ? 0.4 : 0.05), 0, 0.5));
    ctx.save();
    ctx.translate(wide ? away * field.width : 0, wide ? 0 : -away * field.height);
    ctx.beginPath();
    ctx.rect(field.x, field.y, field.width, field.height);
    ctx.clip();
    ctx.fillStyle = tone.accent;
    ctx.fillRect(field.x, field.y, field.width, field.height);
    ctx.fillStyle = ctx.strokeStyle = tone.accentInk;
    fieldPatterns[pattern]!(kit, field, clock, pulse);
    ctx.restore();
    drawTextGroup(kit, text, frameTime, getStart(shot, 0.12), getStyle(tone, kit));
  };
};

type FieldPattern = (kit: DesignKit, field: Box, clock: number, pulse: number) => void;

/** Patterns for a field without text, in the current colours. */
export const fieldPatterns: readonly FieldPattern[] = [
  /** Discs that grow and shrink in a wave. */
  ({ ctx }, field, clock, pulse) => {
    const gap = 118;
    ctx.beginPath();
    for (let y = field.y + gap / 2; y < field.y + field.height + gap; y += gap) {
      for (let x = field.x + gap / 2; x < field.x + field.width + gap; x += gap) {
        const radius = Math.max(3, (22 + 18 * Math.sin(clock * 1.8 + x * 0.006 + y * 0.009)) * (1 + 0.12 * pulse));
        ctx.moveTo(x + radius, y);
        ctx.arc(x, y, radius, 0, Math.PI * 2);
      }
    }
    ctx.fill();
  },
  /** Moving waves. */
  ({ ctx }, field, clock, pulse) => {
    ctx.lineWidth = 16;
    for (let row = 0, y = field.y + 40; y < field.y + field.height + 60; y += 78, row++) {
      ctx.beginPath();
      for (let x = field.x - 20; x <= field.x + field.width + 20; x += 24) {
        const height = y + (26 + 8 * pulse) * Math.sin(x * 0.011 + clock * (row % 2 ? -1.9 : 1.9) + row);
        if (x === field.x - 20) ctx.moveTo(x, height);
        else ctx.lineTo(x, height);
      }
      ctx.stroke();
    }
  },
  /** Quarter circles that rotate one after another. */
  ({ ctx }, field, clock) => {
    const side = Math.min(field.width, field.height) / (field.width > field.height ? 2.2 : 2.6);
    for (let row = 0, y = field.y; y < field.y + field.height; y += side, row++) {
      for (let column = 0, x = field.x; x < field.x + field.width; x += side, column++) {
        const turn = clock * 0.45 + (row * 3 + column * 5) * 0.25;
        const angle = (Math.floor(turn) + inOutCubic(clamp((turn % 1) * 2.2))) * (Math.PI / 2);
        ctx.save();
        ctx.translate(x + side / 2, y + side / 2);
        ctx.rotate(angle + ((row + column) % 4) * (Math.PI / 2));
        ctx.beginPath();
        ctx.moveTo(-side / 2, -side / 2);
        ctx.arc(-side / 2, -side / 2, side * 0.96, 0, Math.PI / 2);
        ctx.fill();
        ctx.restore();
      }
    }
  },
  /** Slanted bars that pass. */
  ({ ctx }, field, clock) => {
    const step = 150;
    const offset = (clock * 60) % step;
    for (let x = field.x - field.height - step + offset; x < field.x + field.width + step; x += step) {
      ctx.beginPath();
      ctx.moveTo(x, field.y + field.height);
      ctx.lineTo(x + field.height * 0.5, field.y);
      ctx.lineTo(x + field.height * 0.5 + 64, field.y);
      ctx.lineTo(x + 64, field.y + field.height);
      ctx.fill();
    }
  },
];

/** A thin frame with open corners that is drawn around the text. */
export const layoutFrame: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const { tone, drawBackground } = setBackground(shot, kit, "tag");
  const top = kit.brand === "" ? 0 : 110;
  const sides = stage.shape === "tall" ? 40 : 0;
  const frame = {
    x: stage.safe.x - sides,
    y: stage.safe.y + top,
    width: stage.safe.width + 2 * sides,
    height: stage.safe.height - top,
  };
  // The margin is smaller, so the text is larger, above all in a wide frame.
  const pad = 34 + 0.034 * frame.width;
  const room = {
    ...frame,
    x: frame.x + pad,
    width: frame.width - 2 * pad,
    y: frame.y + 90,
    height: frame.height - 180,
  };
  const text = setTextGroup(kit, shot, room, { font: look.headline, maxSize: getSize(shot, kit), align: "left" });
  return (frameTime) => {
    const { time, length, clock, pulse } = frameTime;
    drawBackground(frameTime);
    const drawn = inOutCubic(phase(time + (shot.lead ? 0.5 : 0.1), 0, 0.7));
    const breath = 10 * Math.sin(clock * 1.3) + 14 * (time / length);
    ctx.strokeStyle = tone.accent;
    ctx.lineWidth = 7 + 2 * pulse;
    ctx.lineCap = "square";
    const around = 2 * (frame.width + frame.height);
    ctx.setLineDash([around * 0.44 * drawn + 1, around * 0.06 + around * 0.44 * (1 - drawn)]);
    ctx.lineDashOffset = -clock * 46;
    ctx.strokeRect(frame.x - breath, frame.y - breath, frame.width + 2 * breath, frame.height + 2 * breath);
    ctx.setLineDash([]);
    drawTextGroup(kit, text, frameTime, getStart(shot, 0.1), getStyle(tone, kit));
  };
};

/** Lines on separate plates, as people write them over clips. */
export const layoutPlates: Design = (shot, kit) => {
  const { ctx, look } = kit;
  const { tone, drawBackground } = setBackground(shot, kit, "bits", "tag");
  const room = getBand(getAreaBelowTag(kit), 0.06, 0.94);
  const inner = { ...room, x: room.x + 30, width: room.width - 60 };
  const isLeft = kit.random() < 0.5;
  const detail = shot.subtext === "" ? 0 : 0.3;
  const set = (align: Align) =>
    setLettering(ctx, look.caps(shot.text), getBand(inner, 0, 1 - detail), {
      font: look.headline,
      maxSize: getSize(shot, kit) * 0.86,
      align,
      lineHeight: 1.5,
    });
  const centred = set("center");
  // Short lines at the edge would leave most of the frame empty.
  const align = isLeft && centred.box.width > inner.width * 0.7 ? "left" : "center";
  const text = align === "left" ? set(align) : centred;
  const below = { text: shot.subtext, subtext: "" };
  const start = text.box.y + text.box.height + 80;
  const small = detail
    ? setTextGroup(
        { ...kit, look: { ...look, caps: (plain) => plain } },
        below,
        { ...inner, y: start, height: room.y + room.height - start },
        { font: look.body, maxSize: 78, align, vertical: "top" },
      )
    : undefined;
  return (frameTime) => {
    const { time, length, clock, pulse } = frameTime;
    drawBackground(frameTime);
    ctx.save();
    const { x, y } = getCentre(text.box);
    const scale = 1 + 0.035 * (time / length) + 0.01 * pulse;
    ctx.translate(x, y + 8 * Math.sin(clock * 1.4));
    ctx.scale(scale, scale);
    ctx.rotate(-0.02);
    ctx.translate(-x, -y);
    drawPlates(kit, tone, text, time + (shot.lead ? 0.6 : 0));
    ctx.restore();
    if (small) drawTextGroup(kit, small, frameTime, 0.35, getStyle(tone, kit));
  };
};

function drawPlates(kit: DesignKit, tone: Tone, text: Lettering, time: number): void {
  const { ctx, look } = kit;
  const { block } = text;
  const count = Math.max(...text.words.map(({ line }) => line)) + 1;
  for (let line = 0; line < count; line++) {
    const words = text.words.filter((word) => word.line === line);
    const shown = outBack(phase(time, line * 0.13, 0.34));
    if (shown <= 0 || words.length === 0) continue;
    const left = Math.min(...words.map(({ x }) => x)) - block.size * 0.22;
    const right = Math.max(...words.map(({ x, width }) => x + width)) + block.size * 0.22;
    const top = words[0]!.y - block.ascent - block.size * 0.16;
    const height = block.ascent + block.descent + block.size * 0.32;
    const accented = line % 2 === 0;
    ctx.save();
    ctx.translate(((1 - shown) * (line % 2 ? 1 : -1) * (right - left)) / 2, 0);
    ctx.globalAlpha *= clamp(shown);
    ctx.fillStyle = accented ? tone.accent : tone.ink;
    ctx.beginPath();
    ctx.roundRect(left, top, right - left, height, height * look.shapes.radius * 0.5);
    ctx.fill();
    ctx.font = block.font;
    ctx.textAlign = "left";
    ctx.textBaseline = "alphabetic";
    ctx.direction = block.rtl ? "rtl" : "ltr";
    ctx.fillStyle = accented ? tone.accentInk : tone.ground;
    for (const word of words) ctx.fillText(word.text, word.x, word.y);
    ctx.restore();
  }
}

/** Rectangles inside a disc, relative to its radius: square for long texts, wide for few words. */
const spotShares = [
  { width: 1.38, height: 1.38 },
  { width: 1.7, height: 0.95 },
] as const;

/** A disc as large as the frame, with the text in it. */
export const layoutSpot: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const { tone, drawBackground } = setBackground(shot, kit, "bits", "tag");
  const room = getAreaBelowTag(kit);
  const middle = { x: stage.width / 2, y: getCentre(room).y };
  const radius = Math.min(stage.width * 0.47, room.height * 0.52);
  const text = spotShares
    .map(({ width, height }) => {
      const room = { width: radius * width, height: radius * height };
      const box = { x: middle.x - room.width / 2, y: middle.y - room.height / 2, ...room };
      return setTextGroup(kit, shot, box, { font: look.headline, maxSize: getSize(shot, kit) });
    })
    .reduce((best, candidate) =>
      !candidate.truncated && candidate.text.block.size > best.text.block.size ? candidate : best,
    );
  const style = getStyle(onAccent(tone), kit);
  return (frameTime) => {
    const { time, length, clock, pulse } = frameTime;
    drawBackground(frameTime);
    const grown = outBack(phase(time + (shot.lead ? 0.4 : 0.05), 0, 0.45)) * (0.97 + 0.06 * (time / length));
    ctx.fillStyle = tone.accent;
    ctx.beginPath();
    ctx.arc(middle.x, middle.y, Math.max(1, radius * grown * (1 + 0.015 * pulse)), 0, Math.PI * 2);
    ctx.fill();
    ctx.strokeStyle = tone.accent;
    ctx.lineWidth = 8;
    ctx.setLineDash([radius * 0.5, radius * 0.2]);
    ctx.lineDashOffset = clock * 120;
    ctx.beginPath();
    ctx.arc(middle.x, middle.y, Math.max(1, radius * grown * 1.07), 0, Math.PI * 2);
    ctx.stroke();
    ctx.setLineDash([]);
    drawTextGroup(kit, text, frameTime, getStart(shot, 0.15), style);
  };
};

/** A floating speech bubble with a tail. */
export const layoutBubble: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const { tone, drawBackground } = setBackground(shot, kit, "bits", "tag");
  const room = getBand(getAreaBelowTag(kit), 0.05, 0.86);
  const pad = 88;
  // Only the text must avoid the apps' buttons.
  const sides = stage.shape === "tall" ? 64 : 0;
  const card = { x: room.x - sides, width: room.width + 2 * sides };
  const inner = { x: card.x + pad, y: room.y + pad, width: card.width - 2 * pad, height: room.height - 2 * pad };
  const text = setTextGroup(kit, shot, inner, { font: look.headline, maxSize: getSize(shot, kit) * 0.9 });
  const height = Math.max(text.box.height + 2 * pad, 360);
  const box = { ...card, y: text.box.y + text.box.height / 2 - height / 2, height };
  const radius = 40 + 70 * look.shapes.radius;
  const shadow = dropShadow(kit, box.width, box.height, radius);
  const right = kit.random() < 0.5;
  const tail = { x: box.x + box.width * (right ? 0.72 : 0.28), y: box.y + box.height };
  const style = getStyle(onAccent(tone), kit);
  return (frameTime) => {
    const { time, clock, pulse } = frameTime;
    drawBackground(frameTime);
    const size = Math.max(0.001, outBack(phase(time + (shot.lead ? 0.45 : 0.05), 0, 0.4)));
    ctx.save();
    ctx.translate(tail.x, tail.y + 100 + 12 * Math.sin(clock * 1.8));
    ctx.scale(size, size);
    ctx.rotate((right ? 1 : -1) * (0.02 + 0.012 * Math.sin(clock * 1.3)));
    ctx.translate(-tail.x, -tail.y - 100);
    shadow(ctx, box.x, box.y);
    ctx.fillStyle = tone.accent;
    ctx.beginPath();
    ctx.roundRect(box.x, box.y, box.width, box.height, radius);
    ctx.fill();
    ctx.beginPath();
    ctx.moveTo(tail.x - 70, tail.y - 4);
    ctx.lineTo(tail.x + (right ? 60 : -60), tail.y + 110);
    ctx.lineTo(tail.x + 70, tail.y - 4);
    ctx.fill();
    drawTextGroup(kit, text, { ...frameTime, pulse: pulse * 0.5 }, getStart(shot, 0.15), style);
    ctx.restore();
  };
};

/** A numeral that extends beyond the bottom of the frame, with the text above it. */
export const layoutCount: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const { tone, drawBackground } = setBackground(shot, kit);
  const position = String(shot.number ?? 1);
  const rtl = isRightToLeft(shot.text);
  const wide = stage.shape === "wide";
  const square = stage.shape === "square";
  const field = wide
    ? { x: stage.width * 0.52, y: stage.height * 0.08, width: stage.width * 0.5, height: stage.height * 0.98 }
    : { x: 0, y: stage.height * 0.52, width: stage.width, height: stage.height * 0.5 };
  const numeral = setLettering(ctx, position, field, {
    font: look.headline,
    maxSize: 1500,
    align: "right",
    vertical: "bottom",
  });
  const room = wide
    ? { ...stage.safe, width: numeral.box.x - stage.safe.x - 60 }
    : getBand(getReading(shot, stage), 0, square ? 0.46 : 0.56);
  const text = setTextGroup(kit, shot, room, {
    font: look.headline,
    maxSize: getSize(shot, kit),
    align: "left",
    vertical: "top",
  });
  const bar = { x: text.box.x, y: text.box.y + text.box.height + 56 };
  return (frameTime) => {
    const { time, length, clock } = frameTime;
    drawBackground(frameTime);
    const into = outQuint(phase(time, 0, 0.5));
    ctx.save();
    ctx.translate(40 * (1 - time / length), (1 - into) * 500 + 20 * Math.sin(clock * 1.2));
    drawLettering(ctx, numeral, 9, { ...getStyle(tone, kit), color: tone.accent, emphasis: "color" });
    ctx.restore();
    drawTextGroup(kit, text, frameTime, 0.05, getStyle(tone, kit));
    const width = stage.safe.width * 0.5 * outCubic(phase(time, 0.2, length));
    ctx.fillStyle = tone.accent;
    ctx.fillRect(rtl ? stage.safe.x + stage.safe.width - width : bar.x, bar.y, width, 12);
  };
};
