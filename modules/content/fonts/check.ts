/** Runs in a child process, because the file is untrusted. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ChildTools } from "vireo/module";
import { type FontFacts, MAX_UNPACKED, normalizeFont } from "./normalize";
import { FontError } from "./sfnt";

export interface CheckInput {
  /** File name in the task's folder. */
  path: string;
  /** Family name that libraries will find the font under. */
  family: string;
}

export interface CheckedFont extends FontFacts {
  path: string;
  extension: "ttf" | "otf";
}

const CPU_SECONDS = 20;
const DAMAGED = "The font is damaged and cannot be read.";

/** Checks a TTF, OTF or WOFF2 file, and rewrites it as a TTF or OTF file. Throws FontError. */
export async function checkFont({ path, family }: CheckInput, tools: ChildTools): Promise<CheckedFont> {
  tools.limitCpu(CPU_SECONDS);
  const file = await unpack(Buffer.from(await Bun.file(path).arrayBuffer()));
  const { font, facts } = normalize(file, family);
  await tryToDraw(font);
  const extension = font.toString("latin1", 0, 4) === "OTTO" ? "otf" : "ttf";
  const checked = join(tools.folder, `checked.${extension}`);
  await writeFile(checked, font);
  return { ...facts, path: checked, extension };
}

function normalize(file: Buffer, family: string) {
  try {
    return normalizeFont(file, family);
  } catch (error) {
    throw error instanceof RangeError ? new FontError(DAMAGED) : error;
  }
}

async function unpack(file: Buffer): Promise<Buffer> {
  if (file.toString("latin1", 0, 4) !== "wOF2") return file;
  if (file.length < 48 || file.readUInt32BE(16) > MAX_UNPACKED) throw new FontError(DAMAGED);
  const { default: decompress } = await import("woff2-encoder/decompress");
  const unpacked = await decompress(file).catch(() => {
    throw new FontError(DAMAGED);
  });
  return Buffer.from(unpacked);
}

/** Throws FontError if the renderer cannot open the font. */
async function tryToDraw(font: Buffer): Promise<void> {
  const { createCanvas, GlobalFonts } = await import("@napi-rs/canvas");
  if (!GlobalFonts.register(font, "Checked")) throw new FontError(DAMAGED);
  const context = createCanvas(200, 100).getContext("2d");
  context.font = '40px "Checked"';
  context.fillText("Aa", 10, 60);
}
