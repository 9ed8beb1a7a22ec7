import type { Path2D } from "@napi-rs/canvas";
import { fade } from "#plugins/local/draw/colors";
import { starburst } from "#plugins/local/draw/shapes";
import { outBack, outQuint, phase } from "../ease";
import { type Lettering, letter } from "../lettering";
import type { Design, Moment, SceneKit } from "../scene";
import { type Box, band, centre } from "../stage";
import type { Tone } from "../tone";
import { decorate, dropShadow } from "./depth";
import { createGround, drawSettled, getStyle, getTone, halves, setSpeech, speak } from "./parts";

/** A large price or discount above its product. The badge uses the look's shapes. */
export const offer: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const tone = getTone(shot, kit);
  const ground = createGround(shot, kit);
  const bits = decorate(kit, tone);
  const words = { text: shot.subtext || kit.brand, subtext: "" };
  const wide = stage.shape === "wide";
  // A price alone is centred.
  const alone = { visual: band(stage.safe, 0.1, 0.9), text: stage.safe };
  const area = words.text === "" ? alone : halves(stage, 0.6);
  const badge = badges[look.shapes.badge](kit, tone, shot.text, area.visual);
  const text = setSpeech(kit, words, area.text, {
    font: look.headline,
    maxSize: 190,
    align: wide ? "left" : "center",
    vertical: wide ? "middle" : "top",
  });
  return (moment) => {
    const { clock, pulse } = moment;
    ground(ctx, clock, pulse);
    bits(clock, pulse);
    badge(moment);
    speak(kit, text, moment, 0.15, getStyle(tone, kit));
  };
};

/** Maximum length of a figure that keeps its currency next to it. */
const SHORT = 6;

type Badge = (kit: SceneKit, tone: Tone, text: string, area: Box) => (moment: Moment) => void;

const badges: Record<SceneKit["look"]["shapes"]["badge"], Badge> = {
  /** A star with a swinging dashed ring. */
  burst: (kit, tone, text, area) => {
    const radius = Math.min(area.width, area.height) * 0.49;
    return roundBadge(kit, tone, text, area, { radius, path: starburst(0, 0, radius, 16, 0.12) });
  },
  /** A plain disc with expanding rings. */
  disc: (kit, tone, text, area) =>
    roundBadge(kit, tone, text, area, { radius: Math.min(area.width, area.height) * 0.47 }),
  /** A slanted block from edge to edge. */
  block: (kit, tone, text, area) => {
    const { ctx, stage } = kit;
    const room = { ...area, x: area.x + 40, width: area.width - 80, y: area.y + 100, height: area.height - 200 };
    const figure = letter(ctx, text, room, {
      font: kit.look.headline,
      maxSize: 560,
      maxLines: text.length <= SHORT ? 1 : 2,
    });
    const { x, y } = centre(figure.box);
    const [width, height] = [figure.box.width + 130, figure.box.height + 120];
    const shadow = dropShadow(kit, width, height, 0);
    return ({ time, length, clock, pulse }) => {
      const into = outQuint(phase(time, 0, 0.45));
      ctx.save();
      ctx.translate(x - (1 - into) * stage.width, y);
      ctx.rotate(-0.06 + 0.012 * Math.sin(clock * 2));
      const scale = 1 + 0.05 * (time / length) + 0.03 * pulse;
      ctx.scale(scale, scale);
      ctx.translate(-x, -y);
      shadow(ctx, x - width / 2, y - height / 2);
      ctx.fillStyle = tone.accent;
      ctx.fillRect(x - width / 2, y - height / 2, width, height);
      drawSettled(ctx, figure, tone.accentInk);
      ctx.restore();
    };
  },
  /** The figure alone between two lines. */
  rule: (kit, tone, text, area) => {
    const { ctx } = kit;
    const room = { ...area, y: area.y + 70, height: area.height - 140 };
    const figure = letter(ctx, text, room, {
      font: kit.look.headline,
      maxSize: 480,
      maxLines: text.length <= SHORT ? 1 : 2,
    });
    const { box } = figure;
    const { x, y } = centre(box);
    return ({ time, length, pulse }) => {
      const drawn = outQuint(phase(time, 0, 0.7));
      const scale = 0.94 + 0.08 * outQuint(phase(time, 0, length)) + 0.008 * pulse;
      ctx.save();
      ctx.translate(x, y);
      ctx.scale(scale, scale);
      ctx.translate(-x, -y);
      ctx.globalAlpha *= phase(time, 0, 0.25);
      drawSettled(ctx, figure, tone.accent);
      ctx.restore();
      ctx.fillStyle = fade(tone.ink, 0.55);
      const width = area.width * drawn;
      for (const line of [box.y - 64, box.y + box.height + 60]) ctx.fillRect(x - width / 2, line, width, 4);
    };
  },
};

/** Draws a badge in the middle of an area that springs in and swings. */
function roundBadge(
  kit: SceneKit,
  tone: Tone,
  text: string,
  area: Box,
  { radius, path }: { radius: number; path?: Path2D },
): (moment: Moment) => void {
  const { ctx } = kit;
  const middle = centre(area);
  const inner = { x: middle.x - radius * 0.74, y: middle.y - radius * 0.5, width: radius * 1.48, height: radius };
  const figure = letter(ctx, text, inner, {
    font: kit.look.headline,
    maxSize: 420,
    maxLines: text.length <= SHORT ? 1 : 3,
  });
  return ({ time, clock, pulse }) => {
    const size = Math.max(0.001, outBack(phase(time, 0, 0.4))) * (1 + 0.05 * pulse);
    ctx.save();
    ctx.translate(middle.x, middle.y);
    ctx.scale(size, size);
    ctx.rotate((path ? 0.06 : 0.03) * Math.sin(clock * 2.2));
    ctx.fillStyle = tone.accent;
    if (path) ctx.fill(path);
    else drawRings(kit, tone, radius, clock);
    ctx.strokeStyle = fade(tone.accentInk, 0.5);
    ctx.lineWidth = 5;
    ctx.setLineDash(path ? [4, 20] : [radius * 0.9, radius * 0.25]);
    ctx.lineCap = "round";
    ctx.lineDashOffset = -clock * 40;
    ctx.beginPath();
    ctx.arc(0, 0, radius * (path ? 0.82 : 0.9), 0, Math.PI * 2);
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.translate(-middle.x, -middle.y);
    drawFigure(kit, figure, tone);
    ctx.restore();
  };
}

function drawRings({ ctx }: SceneKit, tone: Tone, radius: number, clock: number): void {
  ctx.beginPath();
  ctx.arc(0, 0, radius, 0, Math.PI * 2);
  ctx.fill();
  ctx.lineWidth = 6;
  for (const ring of [0, 0.5]) {
    const spread = (clock * 0.5 + ring) % 1;
    ctx.strokeStyle = fade(tone.accent, 0.5 * (1 - spread));
    ctx.beginPath();
    ctx.arc(0, 0, radius * (1 + 0.35 * spread), 0, Math.PI * 2);
    ctx.stroke();
  }
}

const drawFigure = ({ ctx }: SceneKit, figure: Lettering, tone: Tone): void => drawSettled(ctx, figure, tone.accentInk);
