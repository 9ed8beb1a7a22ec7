import { isRightToLeft } from "vireo/captions/words";
import { findStress } from "#plugins/local/draw/stress";
import { outBack, outCubic, phase } from "../ease";
import { framed } from "../pictures";
import type { Design, Moment, SceneKit, Shot } from "../scene";
import { band, leadingArea } from "../stage";
import { bottomScrim, dropShadow, topScrim } from "./depth";
import { getStyle, getTone, HEADLINE, setSpeech, speak, styleOnPhoto } from "./parts";

const getPhoto = (shot: Shot, kit: SceneKit) => kit.photos[shot.photo ?? 0]!;

/** The first frame is exactly the photo, filling the frame; then it zooms in, and the text appears over it. */
export const opening: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const photo = framed(getPhoto(shot, kit), { x: 0, y: 0, width: stage.width, height: stage.height }, stage);
  const text = setSpeech(kit, shot, band(stage.safe, stage.shape === "wide" ? 0.35 : 0.45, 1), {
    font: look.headline,
    maxSize: HEADLINE[stage.shape] * 0.85,
    vertical: "bottom",
    stress: findStress(shot.text, kit),
  });
  return (moment) => {
    const { time, length, pulse } = moment;
    // Fill the background, because the image may have transparent parts.
    ctx.fillStyle = look.tones.main.ground;
    ctx.fillRect(0, 0, stage.width, stage.height);
    photo(ctx, 1 + 0.09 * (time / length) + 0.012 * pulse * phase(time, 0.2, 0.2));
    ctx.save();
    ctx.globalAlpha *= outCubic(phase(time, 0.1, 0.4));
    bottomScrim(kit, 0.25);
    ctx.restore();
    speak(kit, text, moment, 0.25, styleOnPhoto(kit));
  };
};

/** The photo fills the frame and drifts; the text is on its darkened bottom. */
export const photoFull: Design = (shot, kit) => {
  const { stage, look } = kit;
  const footage = createMovement(shot, kit);
  const left = look.shapes.radius === 0;
  const text = setSpeech(
    kit,
    shot,
    band(left && !isRightToLeft(shot.text) ? leadingArea(stage) : stage.safe, 0.42, 1),
    {
      font: look.headline,
      maxSize: getSize(shot, stage),
      align: left ? "left" : "center",
      vertical: "bottom",
      stress: shot.lead ? findStress(shot.text, kit) : undefined,
    },
  );
  return (moment) => {
    footage(moment);
    if (shot.text === "") return;
    bottomScrim(kit, 0.3);
    speak(kit, text, moment, shot.lead ? -0.2 : 0.1, styleOnPhoto(kit));
  };
};

/** Large text at the top, over the darkened upper part of the footage. */
export const photoTop: Design = (shot, kit) => {
  const { stage, look } = kit;
  const footage = createMovement(shot, kit);
  const text = setSpeech(kit, shot, band(isRightToLeft(shot.text) ? stage.safe : leadingArea(stage), 0, 0.6), {
    font: look.headline,
    maxSize: getSize(shot, stage),
    align: "left",
    vertical: "top",
  });
  return (moment) => {
    footage(moment);
    if (shot.text === "") return;
    topScrim(kit, Math.min(0.95, (text.box.y + text.box.height) / stage.height + 0.22));
    speak(kit, text, moment, shot.lead ? -0.2 : 0.1, styleOnPhoto(kit));
  };
};

/** Text on a label that is stuck onto the footage. */
export const photoLabel: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const tone = getTone(shot, kit);
  const footage = createMovement(shot, kit);
  const pad = 54;
  const room = band(isRightToLeft(shot.text) ? stage.safe : leadingArea(stage), 0.52, 1);
  const inner = { ...room, x: room.x + pad, width: room.width - pad, y: room.y + pad, height: room.height - 2 * pad };
  const text = setSpeech(kit, shot, inner, {
    font: look.headline,
    maxSize: getSize(shot, stage) * 0.85,
    align: "left",
    vertical: "bottom",
  });
  const { x, y, width, height } = text.box;
  const label = { x: x - pad, y: y - pad, width: width + 2 * pad, height: height + 2 * pad };
  const radius = 60 * look.shapes.radius;
  const shadow = dropShadow(kit, label.width, label.height, radius);
  return (moment) => {
    footage(moment);
    if (shot.text === "") return;
    const into = outBack(phase(moment.time + (shot.lead ? 0.4 : 0), 0, 0.4));
    ctx.save();
    ctx.translate(-(1 - into) * stage.width, 8 * Math.sin(moment.clock * 1.4));
    shadow(ctx, label.x, label.y);
    ctx.fillStyle = tone.ground;
    ctx.beginPath();
    ctx.roundRect(label.x, label.y, label.width, label.height, radius);
    ctx.fill();
    ctx.fillStyle = tone.accent;
    ctx.fillRect(label.x, label.y + label.height - 12, label.width * Math.min(1, moment.time / moment.length), 12);
    speak(kit, text, { ...moment, pulse: 0 }, 0.1, getStyle(tone, kit));
    ctx.restore();
  };
};

const getSize = ({ lead }: Shot, { shape }: SceneKit["stage"]): number => (lead ? HEADLINE[shape] : 190);

/** Distance that the image moves while it is shown, as far as its aspect ratio allows. */
const DRIFT = 0.9;

/** Footage that fills the frame and moves slowly: closer, away, or along its longer side. */
function createMovement(shot: Shot, kit: SceneKit): (moment: Moment) => void {
  const { ctx, stage } = kit;
  const source = getPhoto(shot, kit);
  const ratio = source.width / source.height / (stage.width / stage.height);
  // An image of another aspect ratio is cropped wider than the stage, which moves along it, unless it must stay whole.
  const [spareX, spareY] =
    source.moving || source.subject
      ? [1, 1]
      : [Math.min(1.7, Math.max(1, ratio)), Math.min(1.5, Math.max(1, 1 / ratio))];
  const box = {
    x: (stage.width * (1 - spareX)) / 2,
    y: (stage.height * (1 - spareY)) / 2,
    width: stage.width * spareX,
    height: stage.height * spareY,
  };
  const photo = framed(source, box, stage);
  const way = kit.random() < 0.5 ? 1 : -1;
  const closer = kit.random() < 0.5;
  return ({ time, length, pulse }) => {
    const through = time / length;
    const zoom = source.moving ? 1 + 0.04 * through : 1.03 + 0.09 * (closer ? through : 1 - through);
    const pan = way * (through - 0.5) * DRIFT;
    ctx.save();
    ctx.translate(((spareX - 1) * stage.width * pan) / 2, ((spareY - 1) * stage.height * pan) / 2);
    photo(ctx, zoom + 0.008 * pulse, spareX > 1 || source.moving ? 0 : pan, 0);
    ctx.restore();
  };
}
