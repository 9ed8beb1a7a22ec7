import { fade } from "#plugins/local/draw/colors";
import { fontFor } from "#plugins/local/draw/fonts";
import { isRtl } from "#plugins/local/draw/text";
import type { Design } from "../scene";
import { getTone } from "./parts";

const LEAN = -0.16;

/** Slanted rows of one word that run against each other; the middle one is filled. */
export const marquee: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const tone = getTone(shot, kit);
  const text = `${look.caps(shot.text)}  •  `;
  const size = stage.shape === "tall" ? 230 : 200;
  const font = fontFor(look.headline, text, size);
  ctx.font = font;
  const { width, actualBoundingBoxAscent: rise } = ctx.measureText(text);
  const reach = Math.hypot(stage.width, stage.height) / 2 + 40;
  const leading = Math.max(rise, size * 0.8) + 64;
  const rows = Math.ceil(reach / leading);
  const way = isRtl(text) ? -1 : 1;
  return ({ time, clock, pulse }) => {
    ctx.fillStyle = tone.ground;
    ctx.fillRect(0, 0, stage.width, stage.height);
    ctx.save();
    ctx.translate(stage.width / 2, stage.height / 2);
    ctx.rotate(LEAN);
    const zoom = 1.12 - 0.12 * Math.min(1, time / 0.25) + 0.02 * pulse;
    ctx.scale(zoom, zoom);
    ctx.font = font;
    ctx.textAlign = "left";
    ctx.textBaseline = "alphabetic";
    ctx.lineWidth = 4;
    ctx.lineJoin = "round";
    for (let row = -rows; row <= rows; row++) {
      const speed = (row % 2 === 0 ? 330 : -330) * way;
      const offset = (((clock * speed + row * 170) % width) + width) % width;
      const y = row * leading + rise / 2;
      if (row === 0) {
        ctx.fillStyle = tone.accent;
        ctx.fillRect(-reach, -leading / 2, reach * 2, leading);
      }
      for (let x = -reach - width + offset; x < reach; x += width) {
        ctx.fillStyle = tone.accentInk;
        ctx.strokeStyle = fade(tone.ink, 0.5);
        if (row === 0) ctx.fillText(text, x, y);
        else ctx.strokeText(text, x, y);
      }
    }
    ctx.restore();
  };
};
