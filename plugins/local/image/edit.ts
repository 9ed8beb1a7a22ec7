import { join } from "node:path";
import { type Canvas, createCanvas } from "@napi-rs/canvas";
import { loadPicture } from "#plugins/local/draw/photo";
import { encodePng } from "#plugins/local/draw/png";
import { createRandom, hash } from "#plugins/local/draw/random";
import { writeThumbnail } from "#plugins/local/draw/thumbnail";
import { RenderError, type RenderTools } from "#plugins/local/render-tools";
import { writeCaption } from "./caption";
import { resizeTo } from "./geometry";
import type { Operation } from "./instruction/operation";
import { parseInstruction } from "./instruction/parse";
import { blend, findMaskedBox, type Mask, toMask } from "./pixels/mask";
import type { Pixels } from "./pixels/pixels";
import type { RenderedImage } from "./render-image";

export interface EditInput {
  /** File of the image to edit. */
  source: string;
  /** Instruction: "crop to 4:5, a bit warmer, add the text 'New' at the top". */
  prompt: string;
  /** File of a mask: only its white or opaque parts change. Scaled to the image. */
  mask?: string;
  /** Seed of the film grain. Defaults to the prompt's hash. */
  seed?: number;
}

export interface EditedImage extends RenderedImage {
  /** Short labels of the applied operations, in order. */
  operations: string[];
}

const POSSIBLE =
  "Supported changes: crop to a ratio or format, resize, rotate, flip, brightness, contrast, saturation, warmer or cooler, " +
  "black and white, sepia, vintage, fade, invert, blur, sharpen, pixelate, vignette, grain, tint, duotone, rounded corners, " +
  "a border, removing or coloring a plain background, and text in quotation marks (top, center, bottom or a corner). With a mask, colour and detail change only inside it.";

/**
 * Edits an image according to an instruction. An instruction that is only partly understood fails as a whole.
 * @throws RenderError `edit_unsupported` naming the unknown parts, `image_unreadable`, `image_too_large`.
 */
export async function editImage(
  input: EditInput,
  tools: Pick<RenderTools, "folder" | "progress">,
): Promise<EditedImage> {
  const { operations, unknown } = parseInstruction(input.prompt, input.mask !== undefined);
  refuse(operations, unknown, input.mask !== undefined);
  const source = await loadPicture(input.source);
  const mask = input.mask ? await loadMask(input.mask, source.width, source.height) : undefined;
  tools.progress(20);

  const next = createRandom(input.seed ?? hash(input.prompt));
  let canvas = source;
  operations.forEach((operation, i) => {
    canvas = applied(canvas, operation, mask, next);
    tools.progress(20 + (60 * (i + 1)) / operations.length);
  });
  const image = join(tools.folder, "image.png");
  await Bun.write(image, encodePng(canvas));
  const thumbnail = await writeThumbnail(canvas, tools.folder);
  tools.progress(100);
  const { width, height } = canvas;
  return { image, thumbnail, width, height, operations: operations.map(({ label }) => label) };
}

function refuse(operations: readonly Operation[], unknown: readonly string[], masked: boolean): void {
  if (unknown.length > 0) {
    const hint =
      !masked && unknown.some((part) => /background|hintergrund|fondo|arrière-plan/iu.test(part))
        ? " To change only the background, send a mask that is white there."
        : "";
    const parts = unknown.map((part) => `“${part}”`).join(", ");
    throw new RenderError(
      "edit_unsupported",
      `This part of the instruction is not supported: ${parts}.${hint} ${POSSIBLE}`,
    );
  }
  if (operations.length === 0) {
    throw new RenderError("edit_unsupported", `The instruction contains no supported change. ${POSSIBLE}`);
  }
  const whole = masked ? operations.filter(({ kind }) => kind === "canvas").map(({ label }) => label) : [];
  if (whole.length > 0) {
    throw new RenderError(
      "edit_unsupported",
      `These changes cannot be limited to a mask: ${whole.join(", ")}. ${POSSIBLE}`,
    );
  }
}

async function loadMask(file: string, width: number, height: number): Promise<Mask> {
  const canvas = await loadPicture(file);
  return toMask(getPixels(resizeTo(canvas, width, height)));
}

function applied(canvas: Canvas, operation: Operation, mask: Mask | undefined, next: () => number): Canvas {
  if (operation.kind === "canvas") return operation.run(canvas);
  const before = getPixels(canvas);
  const after = operation.kind === "pixels" ? operation.run(before, next) : captioned(canvas, operation.caption, mask);
  return toCanvas(mask ? blend(before, after, mask) : after);
}

function captioned(canvas: Canvas, caption: Parameters<typeof writeCaption>[1], mask: Mask | undefined): Pixels {
  const { width, height } = canvas;
  const copy = resizeTo(canvas, width, height);
  const area = mask && findMaskedBox(mask, width);
  writeCaption(copy, caption, area ?? { x: 0, y: 0, width, height });
  return getPixels(copy);
}

function getPixels(canvas: Canvas): Pixels {
  return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
}

function toCanvas({ data, width, height }: Pixels): Canvas {
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext("2d");
  const image = ctx.createImageData(width, height);
  image.data.set(data);
  ctx.putImageData(image, 0, 0);
  return canvas;
}
