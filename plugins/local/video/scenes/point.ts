import { fade } from "#plugins/local/draw/colors";
import { iconFor } from "#plugins/local/draw/icons";
import { outBack, outQuint, phase } from "../ease";
import { letter } from "../lettering";
import type { Design, SceneKit } from "../scene";
import { band, centre } from "../stage";
import type { Tone } from "../tone";
import { decorate, dropShadow, ghost } from "./depth";
import { disc, tick } from "./marks";
import { belowTag, brandTag, createGround, getStyle, getTone, halves, POINT, setSpeech, speak } from "./parts";

/** An icon on a disc and a line of text. */
export const pointIcon: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const tone = getTone(shot, kit);
  const ground = createGround(shot, kit);
  const behind = ghost(kit, tone);
  const tag = brandTag(kit, tone);
  const area = halves({ ...stage, safe: belowTag(kit) }, 0.5);
  const icon = iconFor(shot.text);
  const text = setSpeech(kit, shot, area.text, {
    font: look.headline,
    maxSize: POINT[stage.shape],
    align: stage.shape === "wide" ? "left" : "center",
    vertical: stage.shape === "wide" ? "middle" : "top",
  });
  const radius = Math.min(area.visual.width, area.visual.height) * 0.36;
  return (moment) => {
    const { time, clock, pulse } = moment;
    ground(ctx, clock, pulse);
    behind(clock);
    tag(time + 1);
    disc(ctx, tone, icon, { ...centre(area.visual), radius }, time, pulse);
    speak(kit, text, moment, 0.1, getStyle(tone, kit));
  };
};

/** A card that swings up, with a tick on its corner. */
export const pointCard: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const tone = getTone(shot, kit);
  const plate = look.tones[shot.tone === "contrary" ? "main" : "contrary"];
  const ground = createGround(shot, kit);
  const behind = ghost(kit, tone);
  const bits = decorate(kit, tone);
  const tag = brandTag(kit, tone);
  const sides = stage.shape === "tall" ? 64 : 0;
  const below = band(belowTag(kit), 0.06, 0.94);
  const room = { ...below, x: below.x - sides, width: below.width + 2 * sides };
  const pad = 84;
  // The tick overlaps the card.
  const top = 132;
  const inner = { x: room.x + pad, y: room.y + top, width: room.width - 2 * pad, height: room.height - 2 * top };
  const text = setSpeech(kit, shot, inner, { font: look.headline, maxSize: POINT[stage.shape] });
  const height = Math.max(text.box.height + 2 * top, 420);
  const card = { ...room, y: text.box.y + text.box.height / 2 - height / 2, height };
  const radius = 90 * look.shapes.radius;
  const shadow = dropShadow(kit, card.width, card.height, radius);
  const middle = centre(card);
  return (moment) => {
    const { time, clock, pulse } = moment;
    ground(ctx, clock, pulse);
    behind(clock);
    bits(clock, pulse);
    tag(time + 1);
    const up = outBack(phase(time, 0, 0.45));
    ctx.save();
    ctx.translate(middle.x, middle.y + (1 - up) * stage.height * 0.35);
    ctx.rotate(-0.025 + (1 - up) * 0.1 + 0.008 * Math.sin(clock * 1.7));
    ctx.translate(-middle.x, -middle.y);
    shadow(ctx, card.x, card.y);
    ctx.fillStyle = plate.ground;
    ctx.beginPath();
    ctx.roundRect(card.x, card.y, card.width, card.height, radius);
    ctx.fill();
    const chip = 62 * outBack(phase(time, 0.18, 0.35)) * (1 + 0.07 * pulse);
    if (chip > 0) {
      ctx.fillStyle = look.tones.main.accent;
      ctx.beginPath();
      ctx.arc(middle.x, card.y, chip, 0, Math.PI * 2);
      ctx.fill();
      ctx.strokeStyle = plate.ground;
      ctx.lineWidth = 10;
      ctx.stroke();
      ctx.strokeStyle = look.tones.main.accentInk;
      tick(ctx, middle.x, card.y, chip * 0.92, phase(time, 0.28, 0.3));
    }
    speak(kit, text, moment, 0.12, getStyle(plate, kit));
    ctx.restore();
  };
};

/** Maximum number of bars that show the progress of a list. */
const MOST_BARS = 12;

/** A giant numeral over the text, and the number of steps. */
export const pointNumbered: Design = (shot, kit) => {
  const { ctx, stage } = kit;
  const tone = getTone(shot, kit);
  const ground = createGround(shot, kit);
  const bits = decorate(kit, tone);
  const position = shot.number ?? 1;
  const safe = stage.safe;
  const wide = stage.shape === "wide";
  const area = halves({ ...stage, safe: band(safe, 0, 0.92) }, 0.42);
  const numeral = letter(ctx, String(position), area.visual, {
    font: kit.look.headline,
    maxSize: 700,
    align: wide ? "center" : "left",
    vertical: wide ? "middle" : "top",
  });
  const text = setSpeech(kit, shot, area.text, {
    font: kit.look.headline,
    maxSize: POINT[stage.shape],
    align: "left",
    vertical: wide ? "middle" : "top",
  });
  const count = Math.max(position, shot.total ?? 1);
  return (moment) => {
    const { time, length, clock, pulse } = moment;
    ground(ctx, clock, pulse);
    bits(clock, pulse);
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
    speak(kit, text, moment, 0.08, getStyle(tone, kit));
    if (count > 1 && count <= MOST_BARS) drawProgress(kit, tone, position, count, time / length);
  };
};

function drawProgress(
  { ctx, stage: { safe } }: SceneKit,
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
