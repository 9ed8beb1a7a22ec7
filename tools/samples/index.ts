/**
 * Draws the thumbnails of the sample videos with the poster engine and packs them into one file: `bun tools/samples`.
 * Run it after a change to `demo.txt`.
 */
import { createCanvas } from "@napi-rs/canvas";
import { packThumbnails } from "#modules/viral-library/videos/sample-thumbnails";
import { readSamples } from "#modules/viral-library/videos/samples";
import { drawPoster, layoutNames } from "#plugins/local/image/poster";

const FILE = new URL("../../modules/viral-library/videos/sample-thumbnails.bin", import.meta.url).pathname;
const [WIDTH, HEIGHT] = [270, 480];
const QUALITY = 62;

function drawThumbnail(caption: string, index: number): Uint8Array {
  const text = caption.replace(/#[\p{L}\p{N}_]+/gu, "").trim();
  const layout = layoutNames[index % layoutNames.length]!;
  const { canvas } = drawPoster({
    promptContext: { prompt: `Headline: ${text}` },
    aspectRatio: "9:16",
    photos: [],
    layout,
  });
  const small = createCanvas(WIDTH, HEIGHT);
  const pen = small.getContext("2d");
  pen.imageSmoothingQuality = "high";
  pen.drawImage(canvas, 0, 0, WIDTH, HEIGHT);
  return small.encodeSync("webp", QUALITY);
}

const pictures = (await readSamples("http://localhost")).map(({ description }, index) =>
  drawThumbnail(description, index),
);
await Bun.write(FILE, packThumbnails(pictures));
console.log(`${pictures.length} thumbnails, ${Math.round(Bun.file(FILE).size / 1000)} KB`);
