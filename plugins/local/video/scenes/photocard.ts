import type { Photo } from "#plugins/local/draw/photo";
import { outBack, outCubic, phase } from "../ease";
import { blurred, framed } from "../pictures";
import type { Design, SceneKit, Shot } from "../scene";
import { type Box, band, centre, column } from "../stage";
import { softShadow } from "./depth";
import { brandTag, createGround, getStyle, getTone, setSpeech, speak, styleOnPhoto } from "./parts";

const getPhoto = (shot: Shot, kit: SceneKit) => kit.photos[shot.photo ?? 0]!;

/** The photo as a card that is thrown onto the frame. */
export const photoCard: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const tone = getTone(shot, kit);
  const ground = createGround(shot, kit);
  const source = getPhoto(shot, kit);
  const wide = stage.shape === "wide";
  const tag = brandTag(kit, tone);
  const area = wide ? column(stage.safe, 0.46, 1) : tallVisual(kit, 0.62);
  // A tall frame has room for a tall card, even if that crops the photo.
  const card = cardIn(area, source.width / source.height, stage.shape === "tall" ? 1.05 : 1.7);
  const photo = framed(source, card, stage);
  const text = setSpeech(kit, shot, wide ? column(stage.safe, 0, 0.41) : band(stage.safe, 0.68, 1), {
    font: look.headline,
    maxSize: 190,
    align: wide ? "left" : "center",
    vertical: "middle",
  });
  const shadow = softShadow(card.width, card.height, 44);
  const middle = centre(card);
  const lean = kit.random() < 0.5 ? 1 : -1;
  return (moment) => {
    const { time, length, clock, pulse } = moment;
    ground(ctx, clock, pulse);
    if (!wide) tag(time + 1);
    const thrown = outBack(phase(time, 0, 0.45));
    ctx.save();
    ctx.translate(middle.x, middle.y + (1 - thrown) * stage.height * 0.3);
    ctx.rotate(lean * (0.028 + (1 - thrown) * 0.14 + 0.012 * Math.sin(clock * 1.5)));
    ctx.scale(0.94 + 0.06 * thrown, 0.94 + 0.06 * thrown);
    ctx.translate(-middle.x, -middle.y);
    shadow(ctx, card.x, card.y);
    ctx.fillStyle = "#ffffff";
    ctx.beginPath();
    ctx.roundRect(card.x - 14, card.y - 14, card.width + 28, card.height + 28, 52);
    ctx.fill();
    ctx.beginPath();
    ctx.roundRect(card.x, card.y, card.width, card.height, 40);
    ctx.clip();
    photo(ctx, 1.03 + 0.1 * (time / length), lean * (time / length - 0.5));
    ctx.restore();
    speak(kit, text, moment, 0.15, getStyle(tone, kit));
  };
};

/** Half photo, half colour, divided by a slanted edge. */
export const photoSplit: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const tone = getTone(shot, kit);
  const ground = createGround(shot, kit);
  const wide = stage.shape === "wide";
  const half = wide
    ? { x: stage.width * 0.46, y: 0, width: stage.width * 0.54, height: stage.height }
    : { x: 0, y: 0, width: stage.width, height: stage.height * (stage.shape === "tall" ? 0.5 : 0.53) };
  const photo = framed(getPhoto(shot, kit), half, stage);
  const text = setSpeech(
    kit,
    shot,
    wide ? column(stage.safe, 0, 0.4) : band(stage.safe, stage.shape === "tall" ? 0.64 : 0.62, 1),
    {
      font: look.headline,
      maxSize: 190,
      align: wide ? "left" : "center",
      vertical: wide ? "middle" : "top",
    },
  );
  const slant = 90;
  return (moment) => {
    const { time, length, clock, pulse } = moment;
    ground(ctx, clock, pulse);
    const away = 1 - outCubic(phase(time, 0, 0.4));
    ctx.save();
    ctx.translate(wide ? away * half.width : 0, wide ? 0 : -away * half.height);
    ctx.beginPath();
    if (wide) edge([half.x + slant, 0], [stage.width, 0], [stage.width, stage.height], [half.x, stage.height]);
    else edge([0, 0], [stage.width, 0], [stage.width, half.height - slant], [0, half.height]);
    ctx.save();
    ctx.clip();
    photo(ctx, 1.12 - 0.08 * (time / length), 0, 0.6 * (time / length - 0.5));
    ctx.restore();
    ctx.strokeStyle = tone.accent;
    ctx.lineWidth = 14 + 5 * pulse;
    ctx.beginPath();
    if (wide) edge([half.x + slant, -20], [half.x, stage.height + 20]);
    else edge([-20, half.height], [stage.width + 20, half.height - slant]);
    ctx.stroke();
    ctx.restore();
    speak(kit, text, moment, 0.12, getStyle(tone, kit));
  };

  function edge(...points: (readonly [number, number])[]): void {
    points.forEach(([x, y], i) => {
      if (i === 0) ctx.moveTo(x, y);
      else ctx.lineTo(x, y);
    });
  }
};

/** The whole sharp photo over its blurred copy, for images with another aspect ratio than the video. */
export const photoWhole: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const source = getPhoto(shot, kit);
  const soft = blurred(source, stage);
  const wide = stage.shape === "wide";
  const shape = source.width / source.height;
  const alone = shot.text === "";
  const card = wide
    ? cardIn(alone ? stage.safe : column(stage.safe, 0.44, 1), shape, 2.2)
    : fullWidth(kit, source, alone);
  const photo = framed(source, card, stage);
  const text = setSpeech(kit, shot, wide ? column(stage.safe, 0, 0.37) : belowCard(kit, card), {
    font: look.headline,
    maxSize: 190,
    align: wide ? "left" : "center",
    vertical: "middle",
  });
  const middle = centre(card);
  return (moment) => {
    const { time, length, pulse } = moment;
    soft(ctx, 1.05 + 0.08 * (time / length), time / length - 0.5);
    ctx.fillStyle = "rgba(0, 0, 0, 0.45)";
    ctx.fillRect(0, 0, stage.width, stage.height);
    const size =
      (0.9 + 0.1 * outBack(phase(time + 0.2, 0, 0.4))) * (wide ? 1 + 0.05 * (time / length) + 0.008 * pulse : 1);
    ctx.save();
    ctx.translate(middle.x, middle.y);
    ctx.scale(size, size);
    ctx.translate(-middle.x, -middle.y);
    ctx.beginPath();
    ctx.roundRect(card.x, card.y, card.width, card.height, wide ? 28 : 0);
    ctx.clip();
    photo(ctx, 1.02 + 0.06 * (time / length));
    ctx.restore();
    speak(kit, text, moment, 0.1, styleOnPhoto(kit));
  };
};

/** Area above the text: from the top of the safe area (below the brand) to a fraction of its height. */
function tallVisual({ stage, brand }: SceneKit, to: number): Box {
  const top = brand === "" ? 0 : 110;
  const { safe } = stage;
  return { ...safe, y: safe.y + top, height: safe.height * to - top };
}

/**
 * Box of a photo from edge to edge: at the top, or in the middle without text. A subject on a plain background stays
 * whole.
 */
function fullWidth({ stage }: SceneKit, { width, height, subject }: Photo, alone: boolean): Box {
  const [least, most] = subject ? [0.5, 3] : [0.8, 1.5];
  const natural = stage.width / Math.min(most, Math.max(least, width / height));
  const shown = Math.min(stage.height * (alone ? 0.8 : 0.58), natural);
  const room = stage.height * (alone ? 1 : 0.5);
  // A tall subject keeps its aspect ratio and leaves room at its sides.
  const across = subject ? Math.min(stage.width, (shown * width) / height) : stage.width;
  return { x: (stage.width - across) / 2, y: Math.max(0, room - shown) / 2, width: across, height: shown };
}

function belowCard({ stage: { safe } }: SceneKit, card: Box): Box {
  const y = card.y + card.height + 60;
  return { ...safe, y, height: safe.y + safe.height - y };
}

/** A card in the middle of an area, with the photo's aspect ratio within limits. */
function cardIn(area: Box, shape: number, widest = 1.7): Box {
  const ratio = Math.min(widest, Math.max(0.62, shape));
  const width = Math.min(area.width, area.height * ratio);
  const height = width / ratio;
  return { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
}
