import { outBack, phase } from "../ease";
import { letter } from "../lettering";
import { contained, framed, isCutout } from "../pictures";
import type { Design } from "../scene";
import { band, centre } from "../stage";
import { confetti, ghost, plateFor } from "./depth";
import { belowTag, brandTag, createGround, getStyle, getTone, halves, speak } from "./parts";

/** The product, close: in a disc with a turning ring, or free where it is cut out of its background. */
export const productClose: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const tone = getTone(shot, kit);
  const ground = createGround(shot, kit);
  const behind = ghost(kit, tone);
  const bits = confetti(kit, tone);
  const tag = brandTag(kit, tone);
  const area = halves(stage.shape === "tall" ? { ...stage, safe: belowTag(kit) } : stage, 0.6);
  const middle = centre(area.visual);
  // Room for the ring around it.
  const radius = Math.min(area.visual.width, area.visual.height) * 0.44;
  const box = { x: middle.x - radius, y: middle.y - radius, width: 2 * radius, height: 2 * radius };
  const source = kit.photos[shot.photo ?? 0]!;
  const cutout = isCutout(source);
  const photo = cutout ? contained(source, box, stage) : framed(source, box, stage);
  const plate = plateFor(source, tone);
  const text = letter(ctx, look.caps(shot.text), area.text, {
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

/** Several photos as tiles that drop in one after the other. */
export const collage: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const tone = getTone(shot, kit);
  const ground = createGround(shot, kit);
  const photos = kit.photos.filter((photo) => !isCutout(photo)).slice(0, 4);
  const area = stage.shape === "wide" ? halves(stage).visual : band(stage.safe, 0, 0.68);
  const gap = 22;
  const columns = 2;
  const rows = Math.ceil(photos.length / columns);
  const tiles = photos.map((photo, i) => {
    const last = i === photos.length - 1 && photos.length % 2 === 1;
    const width = last ? area.width : (area.width - gap) / 2;
    const height = (area.height - gap * (rows - 1)) / rows;
    const box = { x: area.x + (i % 2) * (width + gap), y: area.y + Math.floor(i / 2) * (height + gap), width, height };
    return { box, draw: framed(photo, box, stage) };
  });
  const text = letter(
    ctx,
    look.caps(shot.text),
    stage.shape === "wide" ? halves(stage).text : band(stage.safe, 0.73, 1),
    {
      font: look.headline,
      maxSize: 190,
      align: stage.shape === "wide" ? "left" : "center",
    },
  );
  return (moment) => {
    const { time, length, clock, pulse } = moment;
    ground(ctx, clock, pulse);
    tiles.forEach(({ box, draw }, i) => {
      const size = Math.max(0.001, outBack(phase(time, i * 0.1, 0.4)));
      const { x, y } = centre(box);
      ctx.save();
      ctx.translate(x, y);
      ctx.scale(size, size);
      ctx.translate(-x, -y);
      ctx.beginPath();
      ctx.roundRect(box.x, box.y, box.width, box.height, 34);
      ctx.clip();
      draw(ctx, 1.03 + 0.1 * (time / length), i % 2 ? 0.6 : -0.6);
      ctx.restore();
    });
    speak(kit, text, moment, 0.25, getStyle(tone, kit));
  };
};
