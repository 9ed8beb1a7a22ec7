import { isRightToLeft } from "vireo/captions/words";
import { findStress } from "#plugins/local/draw/stress";
import type { Design } from "../design";
import { outCubic, outQuint, phase } from "../ease";
import { drawLettering, setLettering } from "../lettering";
import { getBand, getLeadingArea } from "../stage";
import { setBackground } from "./depth";
import { drawTextGroup, getAreaBelowTag, getStyle, HEADLINE, setTextGroup } from "./parts";

/** All words in the middle, as large as possible, over a growing bar. */
export const hookStack: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const { tone, drawBackground } = setBackground(shot, kit, "bits", "new tag");
  const text = setTextGroup(kit, shot, getBand(getAreaBelowTag(kit), 0.04, 0.9), {
    font: look.headline,
    maxSize: HEADLINE[stage.shape],
    stress: findStress(shot.text, kit),
  });
  const underlined = look.emphasis === "underline" && text.text.words.some((word) => word.stressed);
  return (frameTime) => {
    const { time, pulse } = frameTime;
    drawBackground(frameTime);
    drawTextGroup(kit, text, frameTime, -0.3, getStyle(tone, kit));
    if (underlined) return;
    const width = Math.min(260, text.box.width * 0.5) * outQuint(phase(time, 0.35, 0.5)) * (1 + 0.08 * pulse);
    ctx.fillStyle = tone.accent;
    ctx.fillRect(stage.width / 2 - width / 2, text.box.y + text.box.height + 52, width, 14);
  };
};

/** Text at the edge where reading starts, next to a bar as high as the text. */
export const hookLead: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const { tone, drawBackground } = setBackground(shot, kit, "new tag");
  const below = getAreaBelowTag(kit);
  const leading = isRightToLeft(shot.text) ? below : getLeadingArea(stage);
  const safe = { ...below, x: leading.x, width: leading.width };
  const inset = 54;
  const text = setTextGroup(
    kit,
    shot,
    { ...safe, x: safe.x + (isRightToLeft(shot.text) ? 0 : inset), width: safe.width - inset },
    {
      font: look.headline,
      maxSize: HEADLINE[stage.shape],
      align: "left",
      stress: findStress(shot.text, kit),
    },
  );
  const edge = text.text.block.rtl ? safe.x + safe.width - 16 : safe.x;
  return (frameTime) => {
    const { time, pulse } = frameTime;
    drawBackground(frameTime);
    const grown = outCubic(phase(time, 0, 0.4));
    ctx.fillStyle = tone.accent;
    ctx.beginPath();
    ctx.roundRect(edge - 3 * pulse, text.box.y, 16 + 6 * pulse, Math.max(1, text.box.height * grown), 8);
    ctx.fill();
    drawTextGroup(kit, text, frameTime, -0.3, getStyle(tone, kit));
  };
};

const WORD_SECONDS = 0.24;

/** Joins small words to the next one: "in" is shown with "Munich". */
function joinSmall(words: readonly string[]): string[] {
  const joined: string[] = [];
  let small = "";
  for (const word of words) {
    const own = small + word;
    small = /^[\p{L}'’]{1,3}$/u.test(word) ? `${own} ` : "";
    if (small === "") joined.push(own);
  }
  if (small !== "") joined.push(joined.length > 0 ? `${joined.pop()} ${small.trim()}` : small.trim());
  return joined;
}

/** Shows one word after another, each as large as possible, then the whole sentence. */
export const hookKinetic: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const sentence = hookStack(shot, kit);
  const { words } = setLettering(ctx, look.caps(shot.text), stage.safe, { font: look.headline, maxSize: 60 });
  const tones = [...new Set(["main", ...look.turns] as const)].map((name) => look.tones[name]);
  const single = joinSmall(words.map(({ text }) => text)).map((word) =>
    setLettering(ctx, word, getBand(stage.safe, 0.1, 0.95), {
      font: look.headline,
      maxSize: stage.shape === "wide" ? 600 : 460,
      maxLines: 1,
    }),
  );
  return (frameTime) => {
    const { time } = frameTime;
    const at = Math.floor(time / WORD_SECONDS);
    const word = single[at];
    if (!word) {
      const since = time - single.length * WORD_SECONDS;
      sentence({ ...frameTime, time: since + 0.1 });
      return;
    }
    const tone = tones[at % tones.length]!;
    ctx.fillStyle = tone.ground;
    ctx.fillRect(0, 0, stage.width, stage.height);
    const into = phase(time, at * WORD_SECONDS, WORD_SECONDS);
    ctx.save();
    ctx.translate(stage.width / 2, stage.height / 2);
    const scale = 1 + 0.14 * into;
    ctx.scale(scale, scale);
    ctx.translate(-stage.width / 2, -stage.height / 2 - 26 * into);
    drawLettering(ctx, word, 9, { ...getStyle(tone, kit), emphasis: "color" });
    ctx.restore();
  };
};

/** Seconds of the one-word-at-a-time opening before the whole sentence appears. */
export function getKineticSeconds(words: number): number {
  return words * WORD_SECONDS;
}
