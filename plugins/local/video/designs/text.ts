/** Designs for texts in the middle of a film: points, steps, statements and quotations. */
import { fade } from "#plugins/local/draw/colors";
import { createQuotationMark } from "#plugins/local/draw/shapes";
import { findStress } from "#plugins/local/draw/stress";
import type { Design, DesignKit } from "../design";
import { outBack, outCubic, outQuint, phase } from "../ease";
import { setLettering } from "../lettering";
import { getBand, getCentre } from "../stage";
import type { Tone } from "../tone";
import { setContent } from "./content";
import { dropShadow, setBackground } from "./depth";
import {
  drawSettled,
  drawTextGroup,
  getAreaBelowTag,
  getStyle,
  HEADLINE,
  POINT,
  setTextGroup,
  splitStage,
} from "./parts";

/** A text or facts, on a card if the look has shadows, otherwise on the ground. */
export const card: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const { tone, drawBackground } = setBackground(shot, kit, "ghost", "bits", "tag");
  const plate = look.tones[shot.tone === "contrary" ? "main" : "contrary"];
  const isFlat = look.shapes.shadow === "none" || shot.kind === "price" || shot.kind === "comparison";
  // Only the text must avoid the apps' buttons: plates reach further.
  const sides = stage.shape === "tall" && (!isFlat || shot.kind === "price") ? 64 : 0;
  const below = getBand(getAreaBelowTag(kit), 0.04, 0.96);
  const pad = isFlat ? 0 : 76;
  const room = { ...below, x: below.x - sides, width: below.width + 2 * sides };
  const inner = { x: room.x + pad, y: room.y + pad, width: room.width - 2 * pad, height: room.height - 2 * pad };
  const align = look.shapes.radius === 0 ? "left" : "center";
  const content = setContent(kit, shot, inner, { font: look.headline, maxSize: POINT[stage.shape], align });
  const height = content.box.height + 2 * pad;
  const panel = { ...room, y: content.box.y + content.box.height / 2 - height / 2, height };
  const radius = 90 * look.shapes.radius;
  const shadow = isFlat ? () => {} : dropShadow(kit, panel.width, panel.height, radius);
  const middle = getCentre(panel);
  const style = getStyle(isFlat ? tone : plate, kit);
  return (frameTime) => {
    const { time, clock } = frameTime;
    drawBackground(frameTime);
    if (isFlat) {
      content.draw(frameTime, shot.lead ? -0.3 : 0.02, style);
      return;
    }
    const up = outBack(phase(time + (shot.lead ? 0.4 : 0), 0, 0.45));
    ctx.save();
    ctx.translate(middle.x, middle.y + (1 - up) * stage.height * 0.35);
    ctx.rotate((1 - up) * 0.1 + 0.006 * Math.sin(clock * 1.7));
    ctx.translate(-middle.x, -middle.y);
    shadow(ctx, panel.x, panel.y);
    ctx.fillStyle = plate.ground;
    ctx.beginPath();
    ctx.roundRect(panel.x, panel.y, panel.width, panel.height, radius);
    ctx.fill();
    content.draw(frameTime, shot.lead ? -0.3 : 0.12, style);
    ctx.restore();
  };
};

/** Maximum number of bars that show the progress of a list. */
const MOST_BARS = 12;

/** A giant numeral over the text, and the number of steps. */
export const pointNumbered: Design = (shot, kit) => {
  const { ctx, stage } = kit;
  const { tone, drawBackground } = setBackground(shot, kit, "bits");
  const position = shot.number ?? 1;
  const safe = stage.safe;
  const wide = stage.shape === "wide";
  const area = splitStage({ ...stage, safe: getBand(safe, 0, 0.92) }, 0.42);
  const numeral = setLettering(ctx, String(position), area.visual, {
    font: kit.look.headline,
    maxSize: 700,
    align: wide ? "center" : "left",
    vertical: wide ? "middle" : "top",
  });
  const text = setTextGroup(kit, shot, area.text, {
    font: kit.look.headline,
    maxSize: POINT[stage.shape],
    align: "left",
    vertical: wide ? "middle" : "top",
  });
  const count = Math.max(position, shot.total ?? 1);
  return (frameTime) => {
    const { time, length, pulse } = frameTime;
    drawBackground(frameTime);
    const into = outQuint(phase(time, 0, 0.5));
    ctx.save();
    ctx.translate((1 - into) * -260, -30 * (time / length));
    ctx.globalAlpha *= into;
    ctx.font = numeral.block.font;
    ctx.textAlign = "left";
    ctx.textBaseline = "alphabetic";
    for (const word of numeral.words) {
      ctx.fillStyle = fade(tone.accent, 0.22 + 0.1 * pulse);
      ctx.fillText(word.text, word.x + 22, word.y + 22);
      ctx.fillStyle = tone.accent;
      ctx.fillText(word.text, word.x, word.y);
    }
    ctx.restore();
    drawTextGroup(kit, text, frameTime, 0.08, getStyle(tone, kit));
    if (count > 1 && count <= MOST_BARS) drawProgress(kit, tone, position, count, time / length);
  };
};

function drawProgress(
  { ctx, stage: { safe } }: DesignKit,
  tone: Tone,
  position: number,
  count: number,
  through: number,
): void {
  const width = Math.min(96, (safe.width - 18 * (count - 1)) / count);
  for (let i = 0; i < count; i++) {
    const filled = i < position - 1 ? 1 : i === position - 1 ? through : 0;
    const x = safe.x + i * (width + 18);
    const y = safe.y + safe.height - 14;
    ctx.fillStyle = fade(tone.ink, 0.25);
    ctx.fillRect(x, y, width, 12);
    ctx.fillStyle = tone.accent;
    ctx.fillRect(x, y, width * filled, 12);
  }
}

/** A few words, very large, between two lines that close in on them. */
export const statement: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const { tone, drawBackground } = setBackground(shot, kit, "ghost", "bits");
  const text = setTextGroup(kit, shot, getBand(stage.safe, 0.1, 0.9), {
    font: look.headline,
    maxSize: HEADLINE[stage.shape] * 0.9,
    stress: findStress(shot.text, kit),
  });
  const { y, height } = text.box;
  return (frameTime) => {
    const { time, pulse } = frameTime;
    drawBackground(frameTime);
    drawTextGroup(kit, text, frameTime, 0, getStyle(tone, kit));
    const grown = outQuint(phase(time, 0.1, 0.5));
    const width = stage.safe.width * grown;
    ctx.fillStyle = tone.accent;
    const off = 66 - 8 * pulse;
    ctx.fillRect(stage.safe.x, y - off - 12, width, 12);
    ctx.fillRect(stage.safe.x + stage.safe.width - width, y + height + off, width, 12);
  };
};

const AUTHOR_HEIGHT = 170;
const MARK = 150;
const LARGEST_QUOTATION = { tall: 150, wide: 165, square: 135 } as const;

/** A quotation under its marks, with the author below a short line. */
export const quotation: Design = (shot, kit) => {
  const { ctx, stage } = kit;
  const { tone, drawBackground } = setBackground(shot, kit, "bits", "tag");
  const room = getAreaBelowTag(kit);
  const area = getBand(room, 0.2, 1);
  const words = { ...shot, subtext: "" };
  const text = setTextGroup(
    { ...kit, look: { ...kit.look, caps: (plain) => plain } },
    words,
    { ...area, height: area.height - AUTHOR_HEIGHT - 98 },
    { font: kit.look.headline, maxSize: LARGEST_QUOTATION[stage.shape] },
  );
  const below = text.box.y + text.box.height;
  const author =
    shot.subtext === ""
      ? undefined
      : setLettering(
          ctx,
          shot.subtext,
          { ...area, y: below + 112, height: AUTHOR_HEIGHT },
          { font: kit.look.label, maxSize: 76, vertical: "top" },
        );
  const top = Math.max(room.y, text.box.y - MARK - 60);
  return (frameTime) => {
    const { time, pulse } = frameTime;
    drawBackground(frameTime);
    const size = Math.max(0.001, outBack(phase(time, 0, 0.4))) * (1 + 0.04 * pulse);
    ctx.save();
    ctx.translate(stage.width / 2, top + MARK / 2);
    ctx.scale(size, size);
    ctx.fillStyle = tone.accent;
    for (const x of [-MARK * 0.56, MARK * 0.12]) ctx.fill(createQuotationMark(x, -MARK / 2, MARK, MARK * 0.22));
    ctx.restore();
    drawTextGroup(kit, text, frameTime, 0.05, { ...getStyle(tone, kit), emphasis: "color" });
    if (!author) return;
    const shown = outCubic(phase(time, 0.7, 0.4));
    ctx.save();
    ctx.globalAlpha *= shown;
    ctx.fillStyle = tone.accent;
    ctx.fillRect(stage.width / 2 - 60 * shown, below + 62, 120 * shown, 8);
    drawSettled(ctx, author, tone.ink);
    ctx.restore();
  };
};
