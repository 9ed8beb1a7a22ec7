import { findStress } from "#plugins/local/draw/stress";
import { outQuint, phase } from "../ease";
import type { Design } from "../scene";
import { band } from "../stage";
import { setBackground } from "./depth";
import { getStyle, HEADLINE, setSpeech, speak } from "./parts";

/** A few words, very large, between two lines that close in on them. */
export const statement: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const { tone, drawBackground } = setBackground(shot, kit, "ghost", "bits");
  const text = setSpeech(kit, shot, band(stage.safe, 0.1, 0.9), {
    font: look.headline,
    maxSize: HEADLINE[stage.shape] * 0.9,
    stress: findStress(shot.text, kit),
  });
  const { y, height } = text.box;
  return (moment) => {
    const { time, pulse } = moment;
    drawBackground(moment);
    speak(kit, text, moment, 0, getStyle(tone, kit));
    const grown = outQuint(phase(time, 0.1, 0.5));
    const width = stage.safe.width * grown;
    ctx.fillStyle = tone.accent;
    const off = 66 - 8 * pulse;
    ctx.fillRect(stage.safe.x, y - off - 12, width, 12);
    ctx.fillRect(stage.safe.x + stage.safe.width - width, y + height + off, width, 12);
  };
};
