import { findStress } from "#plugins/local/draw/stress";
import { outCubic, phase } from "../ease";
import { framed } from "../pictures";
import type { Design, SceneKit, Shot } from "../scene";
import { band } from "../stage";
import { bottomScrim } from "./depth";
import { HEADLINE, setSpeech, speak, styleOnPhoto } from "./parts";

const getPhoto = (shot: Shot, kit: SceneKit) => kit.photos[shot.photo ?? 0]!;

/** The first frame is exactly the photo, filling the picture; then it comes closer, and the words come in over it. */
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
    // Under a picture with transparent parts.
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

/** The photo fills the picture and drifts; the text stands on its darkened foot. */
export const photoFull: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const photo = framed(getPhoto(shot, kit), { x: 0, y: 0, width: stage.width, height: stage.height }, stage);
  const text = setSpeech(kit, shot, band(stage.safe, 0.5, 1), {
    font: look.headline,
    maxSize: 190,
    vertical: "bottom",
  });
  const way = kit.random() < 0.5 ? 1 : -1;
  const closer = kit.random() < 0.5;
  return (moment) => {
    const { time, length, pulse } = moment;
    const through = time / length;
    photo(ctx, 1.04 + 0.1 * (closer ? through : 1 - through) + 0.01 * pulse, way * (through * 1.4 - 0.7), 0);
    if (shot.text === "") return;
    bottomScrim(kit, 0.36);
    speak(kit, text, moment, 0.1, styleOnPhoto(kit));
  };
};
