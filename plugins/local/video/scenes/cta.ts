import { fade } from "#plugins/local/draw/colors";
import { label } from "#plugins/local/draw/fonts";
import { type IconName, iconFor } from "#plugins/local/draw/icons";
import { isRtl } from "#plugins/local/draw/text";
import { outBack, outCubic, phase } from "../ease";
import { letter } from "../lettering";
import { contained, framed, isCutout } from "../pictures";
import type { Design, Moment, SceneKit } from "../scene";
import { type Box, band, centre, column } from "../stage";
import type { Tone } from "../tone";
import { confetti, ghost, plateFor, softShadow } from "./depth";
import { arrow, disc } from "./marks";
import { createGround, drawSettled, getStyle, getTone, HEADLINE, setSpeech, speak } from "./parts";

const BUTTON_HEIGHT = 168;
const BUTTON_GAP = 84;
const LONGEST_BUTTON = 40;
/** For an address or a code below the button. */
const NOTES_HEIGHT = 210;

/** The end card: who it is from, what to do, and a button that asks to be pressed. It holds to the last frame. */
export const cta: Design = (shot, kit) => {
  const { ctx, stage, brand } = kit;
  const tone = getTone(shot, kit);
  const ground = createGround(shot, kit);
  const bits = confetti(kit, tone);
  const behind = ghost(kit, tone);
  const wide = stage.shape === "wide";
  const { safe } = stage;
  // A long call is the headline itself: it would be tiny on a button.
  const headline = brand !== "" && shot.text.length <= LONGEST_BUTTON ? brand : shot.text;
  const buttonText = headline === shot.text ? "" : shot.text;
  const icon = iconFor(kit.subject);
  const pictured = shot.photo !== undefined || icon !== undefined;
  const room = !pictured ? band(safe, 0.08, 0.92) : wide ? column(safe, 0.4, 1) : band(safe, 0.46, 1);
  const area = wide ? column(safe, 0, 0.36) : band(safe, 0, 0.43);
  const picture = shot.photo === undefined ? emblem(kit, icon, area, tone) : portrait(kit, shot.photo, area, tone);
  const notes = shot.subtext === "" ? 0 : NOTES_HEIGHT;
  const text = setSpeech(
    kit,
    { text: headline, subtext: "" },
    { ...room, height: room.height - BUTTON_HEIGHT - BUTTON_GAP - notes },
    {
      font: kit.look.headline,
      maxSize: HEADLINE[stage.shape],
      vertical: pictured && !wide ? "top" : "middle",
    },
  );
  const at = { x: room.x + room.width / 2, y: text.box.y + text.box.height + BUTTON_GAP + BUTTON_HEIGHT / 2 };
  const button = buttonAt(kit, at, room.width, buttonText, tone, headline);
  const below = { ...room, y: at.y + BUTTON_HEIGHT / 2 + 40, height: NOTES_HEIGHT - 50 };
  const note =
    notes === 0 ? undefined : letter(ctx, shot.subtext, below, { font: label, maxSize: 58, vertical: "top" });

  return (moment) => {
    ground(ctx, moment.clock, moment.pulse);
    behind(moment.clock);
    bits(moment.clock, moment.pulse);
    picture(moment);
    speak(kit, text, moment, 0, getStyle(tone, kit));
    button(moment);
    if (!note) return;
    ctx.save();
    ctx.globalAlpha *= phase(moment.time, 0.5, 0.3);
    drawSettled(ctx, note, tone.ink);
    ctx.restore();
  };
};

type Part = (moment: Moment) => void;

function emblem({ ctx }: SceneKit, icon: IconName | undefined, area: Box, tone: Tone): Part {
  if (!icon) return () => {};
  const radius = Math.min(area.width, area.height) * 0.34;
  return ({ time, pulse }) => disc(ctx, tone, icon, { ...centre(area), radius }, time, pulse);
}

/** A photo in a disc, or cut out before one. */
function portrait(kit: SceneKit, photo: number, area: Box, tone: Tone): Part {
  const { ctx, stage } = kit;
  const source = kit.photos[photo]!;
  const { x, y } = centre(area);
  const radius = Math.min(area.width, area.height) * 0.48;
  const box = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
  const cutout = isCutout(source);
  const picture = cutout ? contained(source, box, stage) : framed(source, box, stage);
  const plate = cutout ? plateFor(source, tone) : tone.accent;
  return ({ time, length, clock }) => {
    const size = Math.max(0.001, outBack(phase(time, 0, 0.4)));
    ctx.save();
    ctx.translate(x, y + 6 * Math.sin(clock * 2));
    ctx.scale(size, size);
    ctx.translate(-x, -y);
    ctx.beginPath();
    ctx.arc(x, y, radius * 1.045, 0, Math.PI * 2);
    ctx.fillStyle = plate;
    ctx.fill();
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, Math.PI * 2);
    if (!cutout) ctx.clip();
    picture(ctx, 1.02 + 0.06 * (time / length));
    ctx.restore();
  };
}

/** A pill with the call and an arrow; a round button with the arrow alone where the call is the headline itself. */
function buttonAt(
  kit: SceneKit,
  { x, y }: { x: number; y: number },
  most: number,
  text: string,
  tone: Tone,
  headline: string,
): Part {
  const { ctx } = kit;
  const height = BUTTON_HEIGHT;
  const inner = most - 200;
  const face = { x: x - inner / 2, y: y - height / 2 + 18, width: inner, height: height - 36 };
  const oneLine = letter(ctx, text, face, { font: label, maxSize: 74, minSize: 46, maxLines: 1 });
  const words = oneLine.block.truncated ? letter(ctx, text, face, { font: label, maxSize: 60 }) : oneLine;
  const width = text === "" ? height : words.box.width + 200;
  const side = isRtl(text || headline) ? -1 : 1;
  const shadow = softShadow(width, height, height / 2);
  const pill = (grow: number) => {
    ctx.beginPath();
    ctx.roundRect(x - width / 2 - grow, y - height / 2 - grow, width + 2 * grow, height + 2 * grow, height / 2 + grow);
  };
  return ({ time, clock, pulse }) => {
    const size = outBack(phase(time, 0.25, 0.4)) * (1 + 0.045 * pulse);
    if (size <= 0) return;
    ctx.save();
    ctx.translate(x, y);
    ctx.scale(size, size);
    ctx.translate(-x, -y);
    const ring = (clock * 0.9) % 1;
    ctx.strokeStyle = fade(tone.accent, 0.6 * (1 - ring) * outCubic(phase(time, 0.6, 0.3)));
    ctx.lineWidth = 8;
    pill(46 * ring);
    ctx.stroke();
    shadow(ctx, x - width / 2, y - height / 2);
    ctx.fillStyle = tone.accent;
    pill(0);
    ctx.fill();
    ctx.strokeStyle = tone.accentInk;
    const nudge = 9 * Math.sin(clock * 5);
    if (text !== "") {
      ctx.translate(-42 * side, 0);
      drawSettled(ctx, words, tone.accentInk);
    }
    ctx.translate(x + side * (nudge + (text === "" ? 0 : words.box.width / 2 + 78)), y);
    ctx.scale(side, 1);
    arrow(ctx, 0, 0, text === "" ? 78 : 56);
    ctx.restore();
  };
}
