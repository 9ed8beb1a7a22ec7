import { isCutout } from "#plugins/local/draw/cutout";
import { outBack, phase } from "../ease";
import { contained, framed } from "../pictures";
import type { Design } from "../scene";
import { centre } from "../stage";
import { decorate, ghost, plateFor } from "./depth";
import { belowTag, brandTag, createGround, getStyle, getTone, halves, setSpeech, speak } from "./parts";

/** A close view of the product: in a disc with a rotating ring, or free if it is cut out of its background. */
export const productClose: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const tone = getTone(shot, kit);
  const ground = createGround(shot, kit);
  const behind = ghost(kit, tone);
  const bits = decorate(kit, tone);
  const tag = brandTag(kit, tone);
  const area = halves(stage.shape === "tall" ? { ...stage, safe: belowTag(kit) } : stage, 0.66);
  const middle = centre(area.visual);
  // Room for the ring around it.
  const radius = Math.min(area.visual.width, area.visual.height) * 0.44;
  const source = kit.photos[shot.photo ?? 0]!;
  const cutout = isCutout(source);
  // A cutout is in front of the disc and larger than it.
  const box = cutout
    ? area.visual
    : { x: middle.x - radius, y: middle.y - radius, width: 2 * radius, height: 2 * radius };
  const photo = cutout ? contained(source, box, stage) : framed(source, box, stage);
  const plate = plateFor(source, tone);
  const text = setSpeech(kit, shot, area.text, {
    font: look.headline,
    maxSize: 190,
    align: stage.shape === "wide" ? "left" : "center",
    vertical: stage.shape === "wide" ? "middle" : "top",
  });
  return (moment) => {
    const { time, length, clock, pulse } = moment;
    ground(ctx, clock, pulse);
    behind(clock);
    bits(clock, pulse);
    if (stage.shape === "tall") tag(time + 1);
    const size = Math.max(0.001, outBack(phase(time, 0, 0.45)));
    ctx.save();
    ctx.translate(middle.x, middle.y);
    ctx.scale(size, size);
    ctx.save();
    ctx.rotate(clock * 0.6);
    ctx.strokeStyle = tone.accent;
    ctx.lineWidth = 12;
    ctx.lineCap = "round";
    ctx.setLineDash([radius * 1.1, radius * 0.35]);
    ctx.beginPath();
    ctx.arc(0, 0, radius * (1.09 + 0.03 * pulse), 0, Math.PI * 2);
    ctx.stroke();
    ctx.restore();
    ctx.translate(-middle.x, -middle.y);
    ctx.beginPath();
    ctx.arc(middle.x, middle.y, radius, 0, Math.PI * 2);
    if (cutout) {
      ctx.fillStyle = plate;
      ctx.fill();
    } else ctx.clip();
    photo(ctx, 1.04 + 0.14 * (time / length));
    ctx.restore();
    speak(kit, text, moment, 0.15, getStyle(tone, kit));
  };
};
