import { fade } from "#plugins/local/draw/colors";
import { heading } from "#plugins/local/draw/fonts";
import { starburst } from "#plugins/local/draw/shapes";
import { outBack, phase } from "../ease";
import { letter } from "../lettering";
import type { Design } from "../scene";
import { centre } from "../stage";
import { confetti } from "./depth";
import { createGround, drawSettled, getStyle, getTone, halves, setSpeech, speak } from "./parts";

/** A price or discount in a badge that swings, over what it is for. */
export const offer: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const tone = getTone(shot, kit);
  const ground = createGround(shot, kit);
  const bits = confetti(kit, tone);
  const area = halves(stage, 0.6);
  const middle = centre(area.visual);
  const radius = Math.min(area.visual.width, area.visual.height) * 0.49;
  const badge = starburst(0, 0, radius, 16, 0.12);
  const inner = { x: middle.x - radius * 0.74, y: middle.y - radius * 0.5, width: radius * 1.48, height: radius };
  const figure = letter(ctx, shot.text, inner, { font: heading, maxSize: 380, maxLines: 3 });
  const words = { text: shot.subtext || kit.brand, subtext: "" };
  const text = setSpeech(kit, words, area.text, {
    font: look.headline,
    maxSize: 190,
    align: stage.shape === "wide" ? "left" : "center",
    vertical: stage.shape === "wide" ? "middle" : "top",
  });
  return (moment) => {
    const { time, clock, pulse } = moment;
    ground(ctx, clock, pulse);
    bits(clock, pulse);
    const size = Math.max(0.001, outBack(phase(time, 0, 0.4))) * (1 + 0.05 * pulse);
    ctx.save();
    ctx.translate(middle.x, middle.y);
    ctx.scale(size, size);
    ctx.rotate(0.06 * Math.sin(clock * 2.2));
    ctx.fillStyle = tone.accent;
    ctx.fill(badge);
    ctx.strokeStyle = fade(tone.accentInk, 0.5);
    ctx.lineWidth = 5;
    ctx.setLineDash([4, 20]);
    ctx.lineCap = "round";
    ctx.lineDashOffset = -clock * 40;
    ctx.beginPath();
    ctx.arc(0, 0, radius * 0.82, 0, Math.PI * 2);
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.translate(-middle.x, -middle.y);
    drawSettled(ctx, figure, tone.accentInk);
    ctx.restore();
    speak(kit, text, moment, 0.15, getStyle(tone, kit));
  };
};
