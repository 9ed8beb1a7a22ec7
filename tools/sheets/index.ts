/**
 * Draws contact sheets of clips and posters that the local engines make, to look at before a release:
 * `bun tools/sheets LIST.json FOLDER [NAME…]`. With `templates` as the list, it draws the built-in templates. Frames are
 * drawn, not encoded, so a sheet takes seconds.
 */
import { mkdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type Canvas, createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import { listExamples } from "../templates/examples";
import { drawFrames, drawImage, type Request } from "./draw";

/** Files are named as they stand beside the list. */
interface Entry extends Request {
  name: string;
  kind?: "clip" | "poster";
}

/** Frames of a clip. */
const FRAMES = 10;
const ROWS = 4;
const POSTERS = 8;
const HEIGHT = 270;
const GAP = 4;
const LABEL = 18;

/** Frames of a clip in one row, or in two if they are wide. */
async function drawClip(entry: Request): Promise<Canvas> {
  const fractions = Array.from({ length: FRAMES }, (_, i) => (i + 0.5) / FRAMES);
  const countRows = (isWide: boolean) => (isWide ? 2 : 1);
  const frames = await drawFrames(entry, fractions, ({ width, height }) =>
    Math.round((HEIGHT - GAP) / countRows(width > height)),
  );
  const { width, height } = frames[0]!;
  const columns = FRAMES / countRows(width > height);
  const strip = createCanvas(columns * (width + GAP), HEIGHT);
  const ctx = strip.getContext("2d");
  for (const [i, frame] of frames.entries())
    ctx.drawImage(frame, (i % columns) * (width + GAP), Math.floor(i / columns) * (height + GAP));
  return strip;
}

/** Pictures below each other, with their names. */
function drawSheet(pictures: { name: string; canvas: Canvas }[], columns: number): Canvas {
  const width = columns * Math.max(...pictures.map(({ canvas }) => canvas.width + GAP));
  const height = Math.max(...pictures.map(({ canvas }) => canvas.height)) + LABEL + GAP;
  const sheet = createCanvas(width, height * Math.ceil(pictures.length / columns));
  const ctx: SKRSContext2D = sheet.getContext("2d");
  ctx.fillStyle = "#202024";
  ctx.fillRect(0, 0, sheet.width, sheet.height);
  ctx.fillStyle = "#ffffff";
  ctx.font = "13px Inter, Noto Sans Arabic, Noto Sans Devanagari, Noto Sans CJK JP";
  pictures.forEach(({ name, canvas }, i) => {
    const [x, y] = [((i % columns) * width) / columns, Math.floor(i / columns) * height];
    ctx.fillText(name, x + 2, y + 13);
    ctx.drawImage(canvas, x, y + LABEL);
  });
  return sheet;
}

async function readList(list: string): Promise<Entry[]> {
  if (list === "templates") return listExamples();
  const find = (file: string) => resolve(dirname(list), file);
  const entries: Entry[] = await Bun.file(list).json();
  return entries.map(({ photos, logo, ...entry }) => ({
    ...entry,
    photos: photos?.map(find),
    logo: logo && find(logo),
  }));
}

const [list, folder, ...names] = process.argv.slice(2);
if (!list || !folder) throw new Error("Usage: bun tools/sheets LIST.json|templates FOLDER [NAME…]");
const all = await readList(list);
const chosen = names.length > 0 ? all.filter(({ name }) => names.some((start) => name.startsWith(start))) : all;
await mkdir(folder, { recursive: true });
for (const kind of ["clip", "poster"] as const) {
  const entries = chosen.filter((entry) => (entry.kind ?? "clip") === kind);
  const count = kind === "clip" ? ROWS : POSTERS;
  for (let at = 0; at < entries.length; at += count) {
    const pictures: { name: string; canvas: Canvas }[] = [];
    for (const { name, ...entry } of entries.slice(at, at + count)) {
      const canvas = await (kind === "clip" ? drawClip(entry) : drawImage(entry, HEIGHT * 2));
      pictures.push({ name: `${name}: ${entry.prompt.slice(0, 150).replaceAll("\n", " / ")}`, canvas });
    }
    const file = join(folder, `${kind}-${at / count + 1}.png`);
    await Bun.write(file, drawSheet(pictures, kind === "clip" ? 1 : 4).encodeSync("png"));
    console.log(file);
  }
}
