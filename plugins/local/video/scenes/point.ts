import { fade } from "#plugins/local/draw/colors";
import { outBack, outQuint, phase } from "../ease";
import { letter } from "../lettering";
import type { Design, SceneKit } from "../scene";
import { band, centre } from "../stage";
import type { Tone } from "../tone";
import { setContent } from "./content";
import { dropShadow, setBackground } from "./depth";
import { belowTag, getStyle, halves, POINT, setSpeech, speak } from "./parts";

/** A text or facts, on a card if the look has shadows, otherwise on the ground. */
export const card: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const { tone, drawBackground } = setBackground(shot, kit, "ghost", "bits", "tag");
  const plate = look.tones[shot.tone === "contrary" ? "main" : "contrary"];
  const isFlat = look.shapes.shadow === "none" || shot.kind === "price" || shot.kind === "comparison";
  // Only the text must avoid the apps' buttons: plates reach further.
  const sides = stage.shape === "tall" && (!isFlat || shot.kind === "price") ? 64 : 0;
  const below = band(belowTag(kit), 0.04, 0.96);
  const pad = isFlat ? 0 : 76;
  const room = { ...below, x: below.x - sides, width: below.width + 2 * sides };
  const inner = { x: room.x + pad, y: room.y + pad, width: room.width - 2 * pad, height: room.height - 2 * pad };
  const align = look.shapes.radius === 0 ? "left" : "center";
  const content = setContent(kit, shot, inner, { font: look.headline, maxSize: POINT[stage.shape], align });
  const height = content.box.height + 2 * pad;
  const panel = { ...room, y: content.box.y + content.box.height / 2 - height / 2, height };
  const radius = 90 * look.shapes.radius;
  const shadow = isFlat ? () => {} : dropShadow(kit, panel.width, panel.height, radius);
  const middle = centre(panel);
  const style = getStyle(isFlat ? tone : plate, kit);
  return (moment) => {
    const { time, clock } = moment;
    drawBackground(moment);
    if (isFlat) {
      content.draw(moment, shot.lead ? -0.3 : 0.02, style);
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
    content.draw(moment, shot.lead ? -0.3 : 0.12, style);
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
    const { time, length, pulse } = moment;
    drawBackground(moment);
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
