import { expect, test } from "bun:test";
import { createCanvas, ImageData } from "@napi-rs/canvas";
import { runMediaJob } from "#plugins/local/codec/media-job";
import { MediaSource } from "#plugins/local/codec/source";
import { renderEdit } from "#plugins/local/edit/edit";
import { createTextMeasure } from "#plugins/local/edit/measure";
import { measureText } from "#plugins/local/edit/text-rows";
import { getCanvasFont } from "#plugins/local/fonts/canvas";
import { readFont } from "#plugins/local/fonts/font-file";
import { findFont } from "#plugins/local/fonts/index";
import { drawCaptions } from "#sdk/captions/draw";
import type { Frame } from "#sdk/captions/layout";
import { type PlacedPage, placeCaptions } from "#sdk/captions/placement";
import { captionStyles, type StyleName } from "#sdk/captions/styles";
import { readTextRows } from "#sdk/captions/text-rows";
import { timeWords } from "#sdk/captions/words";
import { fastH264, synthesize, tools } from "#test/plugins/local/edit-clips";

const frame = { width: 360, height: 640, duration: 4 };
const RATE = 25;
/** This canvas puts letters on whole pixels, which browsers do not: the smaller its pixels, the less it matters. */
const RATIO = 3;
const LEAST = { classic: 0.97, bold: 0.955, karaoke: 0.97, minimal: 0.97 };
const text = "Cold brew hits different. Smooth, strong and never bitter: AVATAR Toys, try it today!";

/** Pictures of a video by their number, as RGBA. */
async function readPictures(video: string, wanted: readonly number[]): Promise<Map<number, Uint8Array>> {
  const pictures = new Map<number, Uint8Array>();
  let at = 0;
  await runMediaJob({
    inputs: [await MediaSource.open(video)],
    filters: "[0v]null[v]",
    v: {
      format: "format=rgba",
      read(picture) {
        if (wanted.includes(at)) pictures.set(at, new Uint8Array(picture.toBuffer()));
        at++;
        return undefined;
      },
    },
  });
  return pictures;
}

/** Structural similarity of the rows between two heights, in windows of 8 by 8. */
function compareBand(one: Uint8Array, other: Uint8Array, { width }: Frame, top: number, bottom: number): number {
  const luma = (pixels: Uint8Array, at: number) =>
    0.2126 * pixels[4 * at]! + 0.7152 * pixels[4 * at + 1]! + 0.0722 * pixels[4 * at + 2]!;
  let [sum, windows] = [0, 0];
  for (let y = Math.floor(top); y + 8 <= bottom; y += 4) {
    for (let x = 0; x + 8 <= width; x += 4) {
      let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
      for (let i = 0; i < 64; i++) {
        const at = (y + (i >> 3)) * width + x + (i & 7);
        const [p, q] = [luma(one, at), luma(other, at)];
        a += p;
        b += q;
        aa += p * p;
        bb += q * q;
        ab += p * q;
      }
      [a, b] = [a / 64, b / 64];
      const [va, vb, cov] = [aa / 64 - a * a, bb / 64 - b * b, ab / 64 - a * b];
      sum += ((2 * a * b + 6.5) * (2 * cov + 58.5)) / ((a * a + b * b + 6.5) * (va + vb + 58.5));
      windows++;
    }
  }
  return sum / windows;
}

function drawPreview(source: Uint8Array, pages: readonly PlacedPage[], time: number, name: StyleName): Uint8Array {
  const style = captionStyles[name];
  const font = findFont(style.family, style.weight)!;
  const css = /px (.*)$/.exec(getCanvasFont(style.family, 10, style.weight))![1]!;
  const face = { css, weight: 400, ...readFont(font.file) };
  const size = [frame.width * RATIO, frame.height * RATIO] as const;
  const [canvas, layer, small] = [
    createCanvas(...size),
    createCanvas(...size),
    createCanvas(frame.width, frame.height),
  ];
  drawCaptions(canvas.getContext("2d") as never, pages, time, {
    ...{ style, face, frame, ratio: RATIO },
    layer: { context: layer.getContext("2d") as never, image: layer as never },
  });
  const context = small.getContext("2d");
  context.putImageData(new ImageData(new Uint8ClampedArray(source), frame.width, frame.height), 0, 0);
  context.imageSmoothingQuality = "high";
  context.drawImage(canvas, 0, 0, frame.width, frame.height);
  return new Uint8Array(context.getImageData(0, 0, frame.width, frame.height).data);
}

test.each(Object.keys(captionStyles) as StyleName[])("%s captions are drawn as they are rendered", async (name) => {
  const kit = tools();
  const source = await synthesize(`${kit.folder}/source.mp4`, {
    pictures: `gradients=s=${frame.width}x${frame.height}:r=${RATE}:d=${frame.duration}:seed=4:c0=0x406080:c1=0x90a060`,
    v: fastH264(),
  });
  const style = captionStyles[name];
  const cues = [{ start: 0, end: frame.duration, text }];
  const { video } = await renderEdit(
    source,
    [{ operation: "captions", style: name, position: "bottom", transcript: cues }],
    kit,
  );
  const pages = placeCaptions(timeWords(cues, frame.duration), {
    style,
    position: "bottom",
    frame,
    measure: createTextMeasure(style.family, style.weight),
    text: readTextRows(await measureText({ path: source, ...frame })),
  });
  // Ten moments: entrances, highlights that begin, and words at rest.
  const moments = Array.from({ length: 10 }, (_, i) => 3 + i * 9 + (i % 3));
  const [before, after] = await Promise.all([readPictures(source, moments), readPictures(video, moments)]);
  for (const at of moments) {
    const time = at / RATE;
    const page = pages.find(({ layout }) => time >= layout.page.start && time < layout.page.end);
    if (!page) throw new Error(`Nothing is shown at ${time} s.`);
    const drawn = drawPreview(before.get(at)!, pages, time, name);
    const { top } = page.place;
    const { height, size } = page.layout;
    const similarity = compareBand(drawn, after.get(at)!, frame, top - size / 2, top + height + size / 2);
    expect({ time, isSimilar: similarity > LEAST[name], similarity }).toMatchObject({ isSimilar: true });
  }
});
