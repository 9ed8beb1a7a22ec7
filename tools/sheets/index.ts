/**
 * Draws contact sheets of clips and posters that the local engines make, to look at before a release:
 * `bun tools/sheets CLIPS.json FOLDER [NAME…]`. Frames are drawn, not encoded, so a sheet takes seconds.
 */
import { mkdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type Canvas, createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import { loadPhoto } from "#plugins/local/draw/photo";
import { drawPoster, type AspectRatio as PosterRatio } from "#plugins/local/image/poster";
import { withFaceFinder } from "#plugins/local/reframe/faces";
import { prepareFilm } from "#plugins/local/video/render";
import type { AspectRatio } from "#plugins/local/video/size";

interface Entry {
  name: string;
  prompt: string;
  kind?: "clip" | "poster";
  aspectRatio?: AspectRatio | PosterRatio;
  /** Seconds. */
  duration?: number;
  seed?: number;
  /** Files beside the list. */
  photos?: string[];
  negativePrompt?: string;
  /** The brand's colors as hex, and the file of its logo. */
  colors?: string[];
  logo?: string;
}

/** Frames of a clip in one row. */
const FRAMES = 10;
const ROWS = 4;
const HEIGHT = 270;
const GAP = 4;
const LABEL = 18;

async function drawClip(entry: Entry, photos: string[], logo: string | undefined): Promise<Canvas> {
  const { colors, prompt, aspectRatio = "9:16", duration = 12, seed, negativePrompt } = entry;
  const { film } = await prepareFilm(
    {
      brief: { prompt, style: colors ? { colors } : undefined },
      aspectRatio: aspectRatio as AspectRatio,
      logo: logo || undefined,
      resolution: "720p",
      duration,
      photos,
      seed,
      negativePrompt: negativePrompt || undefined,
    },
    { limitCpu: () => {} },
  );
  const { count, size } = film;
  const columns = size.width > size.height ? 5 : FRAMES;
  const rows = Math.ceil(FRAMES / columns);
  const height = Math.round((HEIGHT - (rows - 1) * GAP) / rows);
  const width = Math.round((height * size.width) / size.height);
  const strip = createCanvas(columns * (width + GAP), HEIGHT);
  const ctx = strip.getContext("2d");
  ctx.imageSmoothingQuality = "high";
  const wanted = Array.from({ length: FRAMES }, (_, i) => Math.round(((i + 0.5) / FRAMES) * count));
  for (let frame = 0; frame < count; frame++) {
    await film.advance(frame);
    const i = wanted.indexOf(frame);
    if (i < 0) continue;
    film.draw(frame);
    const [x, y] = [(i % columns) * (width + GAP), Math.floor(i / columns) * (height + GAP)];
    ctx.drawImage(film.canvas, x, y, width, height);
  }
  await film.close();
  return strip;
}

async function drawPicture(entry: Entry, files: string[], logo: string | undefined): Promise<Canvas> {
  const { prompt, aspectRatio = "4:5", seed, colors } = entry;
  const photos = await withFaceFinder((finder) => Promise.all(files.map((file) => loadPhoto(file, 1920, finder))));
  const { canvas } = drawPoster({
    brief: { prompt, style: colors ? { colors } : undefined },
    logo: logo ? await loadPhoto(logo, 600) : undefined,
    aspectRatio: aspectRatio as PosterRatio,
    photos,
    seed,
  });
  const height = HEIGHT * 2;
  const width = Math.round((height * canvas.width) / canvas.height);
  const small = createCanvas(width, height);
  const ctx = small.getContext("2d");
  ctx.imageSmoothingQuality = "high";
  ctx.drawImage(canvas, 0, 0, width, height);
  return small;
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

const [list, folder, ...names] = process.argv.slice(2);
if (!list || !folder) throw new Error("Usage: bun tools/sheets CLIPS.json FOLDER [NAME…]");
const all: Entry[] = await Bun.file(list).json();
const chosen = names.length > 0 ? all.filter(({ name }) => names.some((start) => name.startsWith(start))) : all;
await mkdir(folder, { recursive: true });
for (const kind of ["clip", "poster"] as const) {
  const entries = chosen.filter((entry) => (entry.kind ?? "clip") === kind);
  const a = kind === "clip" ? ROWS : 8;
  for (let at = 0; at < entries.length; at += a) {
    const pictures: { name: string; canvas: Canvas }[] = [];
    for (const entry of entries.slice(at, at + a)) {
      const files = (entry.photos ?? []).map((file) => resolve(dirname(list), file));
      const logo = entry.logo && resolve(dirname(list), entry.logo);
      const canvas = await (kind === "clip" ? drawClip : drawPicture)(entry, files, logo);
      pictures.push({ name: `${entry.name}: ${entry.prompt.slice(0, 150).replaceAll("\n", " / ")}`, canvas });
    }
    const file = join(folder, `${kind}-${at / a + 1}.png`);
    await Bun.write(file, drawSheet(pictures, kind === "clip" ? 1 : 4).encodeSync("png"));
    console.log(file);
  }
}
