import type { SKRSContext2D } from "@napi-rs/canvas";
import { isRightToLeft } from "vireo/captions/words";
import { fade } from "#plugins/local/draw/colors";
import { isCutout } from "#plugins/local/draw/cutout";
import { type IconName, iconFor } from "#plugins/local/draw/icons";
import { outBack, outCubic, outQuint, phase } from "../ease";
import { type Lettering, type LetteringStyle, letter } from "../lettering";
import { blurred, contained, framed } from "../pictures";
import type { Design, Moment, SceneKit, Shot } from "../scene";
import { type Box, band, centre, column, leadingArea } from "../stage";
import type { Tone } from "../tone";
import { decorate, dropShadow, ghost, plateFor } from "./depth";
import { arrow, disc } from "./marks";
import {
  createGround,
  createLogo,
  drawSettled,
  getStyle,
  getTone,
  HEADLINE,
  setSpeech,
  speak,
  styleOnPhoto,
} from "./parts";

const BUTTON_HEIGHT = 168;
const BUTTON_GAP = 84;
const LONGEST_BUTTON = 40;
/** Height of a URL or a code below the button. */
const NOTES_HEIGHT = 210;

/** End card: the brand, the action, and a prominent button. It stays until the last frame. */
export const cta: Design = (shot, kit) => {
  const { ctx, stage } = kit;
  const { ground, tone, style } = createEnd(shot, kit);
  const wide = stage.shape === "wide";
  const { safe } = stage;
  const { headline, call } = chooseTexts(shot, kit);
  const notes = shot.subtext === "" ? 0 : NOTES_HEIGHT;
  // The image is smaller if there is text below the button.
  const share = stage.shape === "square" && notes > 0 ? 0.27 : 0.43;
  const area = wide ? column(safe, 0, 0.36) : band(safe, 0, share);
  const picture = createPicture(shot, kit, area, tone);
  const room = !picture ? band(safe, 0.08, 0.92) : wide ? column(safe, 0.4, 1) : band(safe, share + 0.03, 1);
  const text = setSpeech(
    withBoldDetail(kit),
    setAddressApart(headline),
    { ...room, height: room.height - BUTTON_HEIGHT - BUTTON_GAP - notes },
    { font: kit.look.headline, maxSize: HEADLINE[stage.shape], vertical: picture && !wide ? "top" : "middle" },
  );
  const at = { x: room.x + room.width / 2, y: text.box.y + text.box.height + BUTTON_GAP + BUTTON_HEIGHT / 2 };
  const button = buttonAt(kit, at, room.width, call, tone, headline);
  const note = setNote(shot, kit, { ...room, y: at.y + BUTTON_HEIGHT / 2 + 40, height: NOTES_HEIGHT - 50 });
  return (moment) => {
    ground(moment);
    picture?.(moment);
    speak(kit, text, moment, 0, style);
    button(moment);
    drawNote(ctx, note, moment, style.color);
  };
};

/** End card in two fields: the name above, the button on a rising panel of colour. */
export const ctaPanel: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const { ground, tone, style } = createEnd(shot, kit);
  const wide = stage.shape === "wide";
  const { headline, call } = chooseTexts(shot, kit);
  const safe = isRightToLeft(shot.text) ? stage.safe : leadingArea(stage);
  // Without a name above it, the call to action is on the panel.
  const alone = call === "" && !wide;
  const share = alone ? 0.72 : 0.46;
  // A button with text leaves less room for the text than an arrow.
  const side = call === "" ? 0.3 : 0.44;
  const panel: Box = wide
    ? { x: stage.width * (1 - side), y: 0, width: stage.width * side, height: stage.height }
    : { x: 0, y: stage.height * (1 - share), width: stage.width, height: stage.height * share };
  const inner: Box = wide
    ? { x: panel.x + 60, y: safe.y, width: safe.x + safe.width - panel.x - 60, height: safe.height }
    : { ...safe, y: panel.y + 60, height: safe.y + safe.height - panel.y - 60 };
  const notes = shot.subtext === "" ? 0 : NOTES_HEIGHT - 40;
  const text = setSpeech(
    withBoldDetail(kit),
    setAddressApart(headline),
    wide
      ? { ...safe, width: panel.x - safe.x - 70 }
      : alone
        ? { ...safe, y: panel.y + 90, height: inner.height - BUTTON_HEIGHT - notes - 130 }
        : { ...safe, height: panel.y - safe.y - 70 },
    {
      font: look.headline,
      maxSize: HEADLINE[stage.shape] * 1.1,
      align: "left",
      vertical: wide || alone ? "middle" : "bottom",
    },
  );
  const at = alone
    ? { x: safe.x + BUTTON_HEIGHT / 2, y: text.box.y + text.box.height + 80 + BUTTON_HEIGHT / 2 }
    : { x: inner.x + inner.width / 2, y: inner.y + Math.max(BUTTON_HEIGHT / 2, (inner.height - notes) / 2) };
  const inverted = { ...tone, ink: tone.accentInk, accent: tone.accentInk, accentInk: tone.accent };
  const button = buttonAt(kit, at, inner.width, call, inverted, headline);
  const below = { ...(alone ? safe : inner), y: at.y + BUTTON_HEIGHT / 2 + 36, height: NOTES_HEIGHT - 50 };
  const note = setNote(shot, kit, below, alone ? "left" : "center");
  return (moment) => {
    ground(moment);
    const away = 1 - outQuint(phase(moment.time, 0, 0.5));
    ctx.save();
    ctx.translate(wide ? away * panel.width : 0, wide ? 0 : away * panel.height);
    ctx.fillStyle = tone.accent;
    ctx.fillRect(panel.x, panel.y, panel.width, panel.height);
    ctx.restore();
    speak(kit, text, moment, 0, alone ? getStyle(inverted, kit) : style);
    button(moment);
    drawNote(ctx, note, moment, tone.accentInk);
  };
};

/** A long call to action is the headline itself, because it would be tiny on a button. */
function chooseTexts({ text }: Shot, { brand }: SceneKit): { headline: string; call: string } {
  const headline = brand !== "" && text.length <= LONGEST_BUTTON ? brand : text;
  return { headline, call: headline === text ? "" : text };
}

/** A URL is never broken, so a long one is placed below its introduction, which would otherwise become as small. */
function setAddressApart(text: string): { text: string; subtext: string } {
  const match = /^(\S.{3,}?\s)(\S*(?:\w\.\p{L}{2,}|@\w)\S*.*)$/u.exec(text);
  return match && match[2]!.split(" ")[0]!.length >= LONG_ADDRESS
    ? { text: match[1]!.trim(), subtext: match[2]! }
    : { text, subtext: "" };
}
const LONG_ADDRESS = 17;
/** URLs are as bold as the button. */
const withBoldDetail = (kit: SceneKit): SceneKit => ({ ...kit, look: { ...kit.look, body: kit.look.label } });

/** Draws the background of the end card: the blurred footage, or the look's own background. */
function createEnd(shot: Shot, kit: SceneKit): { ground: Part; tone: Tone; style: LetteringStyle } {
  const { ctx, stage, look, photos } = kit;
  const footage = photos.findLast((photo) => !isCutout(photo));
  if (!footage) {
    const tone = getTone(shot, kit);
    const ground = createGround(shot, kit);
    const bits = decorate(kit, tone);
    const behind = ghost(kit, tone);
    const draw: Part = ({ clock, pulse }) => {
      ground(ctx, clock, pulse);
      behind(clock);
      bits(clock, pulse);
    };
    return { ground: draw, tone, style: getStyle(tone, kit) };
  }
  const soft = blurred(footage, stage);
  const style = styleOnPhoto(kit);
  const draw: Part = ({ time, length }) => {
    soft(ctx, 1.06 + 0.1 * (time / length), time / length - 0.5);
    ctx.fillStyle = "rgba(0, 0, 0, 0.52)";
    ctx.fillRect(0, 0, stage.width, stage.height);
  };
  return { ground: draw, tone: { ...look.tones.main, ink: "#ffffff" }, style: { ...style, shadow: false } };
}

/** Returns the product, the scene's own photo, or an icon. Undefined if none of them helps. */
function createPicture(shot: Shot, kit: SceneKit, area: Box, tone: Tone): Part | undefined {
  const cutout = kit.photos.findIndex(isCutout);
  const photo = shot.photo ?? (cutout >= 0 ? cutout : undefined);
  if (photo !== undefined) return portrait(kit, photo, area, tone);
  if (kit.logo) {
    const side = Math.min(area.width, area.height);
    const box = {
      ...area,
      x: area.x + (area.width - side) / 2,
      width: side,
      y: area.y + side * 0.2,
      height: side * 0.6,
    };
    const draw = createLogo(kit, kit.logo, box, tone);
    return ({ time }) => draw(phase(time, 0, 0.3));
  }
  if (kit.photos.length > 0 || kit.look.shapes.decor !== "confetti") return undefined;
  const icon = iconFor(kit.subject);
  return icon && emblem(kit, icon, area, tone);
}

const setNote = (shot: Shot, { ctx, look }: SceneKit, box: Box, align: "left" | "center" = "center") =>
  shot.subtext === ""
    ? undefined
    : letter(ctx, shot.subtext, box, { font: look.label, maxSize: 58, vertical: "top", align });

function drawNote(ctx: SKRSContext2D, note: Lettering | undefined, { time }: Moment, color: string): void {
  if (!note) return;
  ctx.save();
  ctx.globalAlpha *= phase(time, 0.5, 0.3);
  drawSettled(ctx, note, color);
  ctx.restore();
}

type Part = (moment: Moment) => void;

function emblem({ ctx }: SceneKit, icon: IconName, area: Box, tone: Tone): Part {
  const radius = Math.min(area.width, area.height) * 0.34;
  return ({ time, pulse }) => disc(ctx, tone, icon, { ...centre(area), radius }, time, pulse);
}

/** Draws a photo in a disc, or cut out in front of one. */
function portrait(kit: SceneKit, photo: number, area: Box, tone: Tone): Part {
  const { ctx, stage } = kit;
  const source = kit.photos[photo]!;
  const { x, y } = centre(area);
  const radius = Math.min(area.width, area.height) * 0.48;
  const cutout = isCutout(source);
  const box = cutout ? area : { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
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

/** A pill with the call to action and an arrow; a round button with only the arrow if the call is the headline. */
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
  const { label } = kit.look;
  const oneLine = letter(ctx, text, face, { font: label, maxSize: 74, minSize: 46, maxLines: 1 });
  const words = oneLine.block.truncated ? letter(ctx, text, face, { font: label, maxSize: 60 }) : oneLine;
  const width = text === "" ? height : words.box.width + 200;
  const side = isRightToLeft(text || headline) ? -1 : 1;
  const radius = (height / 2) * Math.max(0.04, kit.look.shapes.radius);
  const shadow = dropShadow(kit, width, height, radius);
  const pill = (grow: number) => {
    ctx.beginPath();
    ctx.roundRect(x - width / 2 - grow, y - height / 2 - grow, width + 2 * grow, height + 2 * grow, radius + grow);
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
