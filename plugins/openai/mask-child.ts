import { join } from "node:path";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { EngineError } from "vireo/engine";
import { probe } from "vireo/media";
import type { ChildTask } from "vireo/module";

/** Limit, because a small file can claim to be a huge image. */
const MAX_PIXELS = 64_000_000;

export const mask: ChildTask<{ mask: string; picture: string }, { path: string }> = async (
  { mask: path, picture },
  { folder },
) => {
  const [drawn, source] = await Promise.all([openImage(path, "mask"), openImage(picture, "image")]);
  const { width, height } = source;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  // Keep transparent parts of the mask.
  context.fillStyle = "#000";
  context.fillRect(0, 0, width, height);
  context.drawImage(drawn, 0, 0, width, height);
  const pixels = context.getImageData(0, 0, width, height);
  const { data } = pixels;
  for (let at = 0; at < data.length; at += 4) {
    data[at + 3] = 255 - Math.round(0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!);
  }
  context.putImageData(pixels, 0, 0);
  const out = join(folder, `mask-${crypto.randomUUID()}.png`);
  await Bun.write(out, await canvas.encode("png"));
  return { path: out };
};

async function openImage(path: string, name: string) {
  const file = await probe(path);
  const small = (file?.width ?? 0) * (file?.height ?? 0) <= MAX_PIXELS;
  const image =
    file?.kind === "image" && small ? await loadImage(await Bun.file(path).bytes()).catch(() => undefined) : undefined;
  if (!image) throw new EngineError("provider_rejected", `The ${name} cannot be read.`);
  return image;
}
