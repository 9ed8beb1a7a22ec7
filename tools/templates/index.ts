/**
 * Draws the built-in templates with their examples: `bun tools/templates` writes the pictures that lists show.
 * `bun tools/templates FOLDER [ID…]` draws contact sheets to look at instead.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Canvas, createCanvas } from "@napi-rs/canvas";
import { builtIn } from "#modules/templates/built-in/index";
import { getSample } from "#modules/templates/fields";
import { fillJson, type Json } from "#modules/templates/fill";
import { packPreviews } from "#modules/templates/previews";
import { videoTemplates } from "#modules/videos/template-targets";
import { drawPoster, type AspectRatio as PosterRatio } from "#plugins/local/image/poster";
import { prepareFilm } from "#plugins/local/video/render";
import type { AspectRatio } from "#plugins/local/video/size";
import type { TemplateFact } from "#sdk/facts";
import type { Scene } from "#sdk/slots/storyboard";

const FILE = new URL("../../modules/templates/previews.bin", import.meta.url).pathname;
/** Frames of a clip on a sheet, and the height of a picture there. */
const FRAMES = 10;
const HEIGHT = 300;
const ROWS = 4;
const POSTERS = 4;
/** Height of a preview. */
const PREVIEW = 320;
const QUALITY = 70;

interface Body {
  prompt: string;
  scenes?: Scene[];
  duration?: number;
  aspectRatio?: string;
  seed?: number;
}

/** Fills a template with its examples, without pictures: they need the network. */
function fillExample({ fields, body }: TemplateFact, isMinimal = false): Body {
  const values = new Map(
    fields.map((field) => {
      const hides = field.type === "image" || (isMinimal && !field.required && field.default === undefined);
      return [field.name, hides ? null : getSample(field)] as const;
    }),
  );
  return fillJson(body as Record<string, Json>, values, videoTemplates.content).body as unknown as Body;
}

/** Draws frames of a clip: at fractions of its length, or the one that its poster shows. */
async function drawFrames(body: Body, fractions: readonly number[] | "poster", height: number): Promise<Canvas[]> {
  const { prompt, scenes, duration = 8, aspectRatio = "9:16", seed } = body;
  const { film } = await prepareFilm(
    {
      brief: { prompt },
      ...{ scenes, duration, seed, photos: [], resolution: "720p" },
      aspectRatio: aspectRatio as AspectRatio,
    },
    { limitCpu: () => {} },
  );
  const { count, size } = film;
  const wanted =
    fractions === "poster" ? [film.posterFrame] : fractions.map((fraction) => Math.round(fraction * count));
  const frames: Canvas[] = [];
  for (let frame = 0; frame < count; frame++) {
    await film.advance(frame);
    if (!wanted.includes(frame)) continue;
    film.draw(frame);
    frames.push(scale(film.canvas, Math.round((height * size.width) / size.height), height));
  }
  await film.close();
  return frames;
}

function drawImage({ prompt, aspectRatio = "1:1", seed }: Body, height: number): Canvas {
  const { canvas, design } = drawPoster({
    ...{ brief: { prompt }, photos: [], seed },
    aspectRatio: aspectRatio as PosterRatio,
  });
  console.log(design);
  return scale(canvas, Math.round((height * canvas.width) / canvas.height), height);
}

function scale(source: Canvas, width: number, height: number): Canvas {
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext("2d");
  ctx.imageSmoothingQuality = "high";
  ctx.drawImage(source, 0, 0, width, height);
  return canvas;
}

/** Rows of pictures below each other. */
function drawSheet(rows: readonly (readonly Canvas[])[]): Canvas {
  const width = Math.max(...rows.map((row) => row.reduce((sum, one) => sum + one.width + 4, 0)));
  const sheet = createCanvas(width, rows.length * (HEIGHT + 4));
  const ctx = sheet.getContext("2d");
  ctx.fillStyle = "#202024";
  ctx.fillRect(0, 0, sheet.width, sheet.height);
  for (const [i, row] of rows.entries()) {
    let x = 0;
    for (const canvas of row) {
      ctx.drawImage(canvas, x, i * (HEIGHT + 4));
      x += canvas.width + 4;
    }
  }
  return sheet;
}

async function drawSheets(folder: string, ids: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const isMinimal = ids.includes("minimal");
  const names = ids.filter((id) => id !== "minimal");
  const chosen = Object.entries(builtIn).filter(([id]) => names.length === 0 || names.includes(id));
  const videos = chosen.filter(([, { kind }]) => kind === "video");
  const images = chosen.filter(([, { kind }]) => kind === "image");
  const fractions = Array.from({ length: FRAMES }, (_, i) => (i + 0.5) / FRAMES);
  for (let i = 0; i < videos.length; i += ROWS) {
    const rows = [];
    for (const [, fact] of videos.slice(i, i + ROWS))
      rows.push(await drawFrames(fillExample(fact, isMinimal), fractions, HEIGHT));
    await write(`video-${i / ROWS + 1}`, rows, videos.slice(i, i + ROWS));
  }
  for (let i = 0; i < images.length; i += POSTERS * 2) {
    const some = images.slice(i, i + POSTERS * 2);
    const pictures = some.map(([, fact]) => drawImage(fillExample(fact, isMinimal), HEIGHT));
    await write(
      `image-${i / (POSTERS * 2) + 1}`,
      [pictures.slice(0, POSTERS), pictures.slice(POSTERS)].filter((row) => row.length > 0),
      some,
    );
  }
  async function write(name: string, rows: Canvas[][], shown: readonly [string, TemplateFact][]) {
    const file = join(folder, `${name}.png`);
    await Bun.write(file, drawSheet(rows).encodeSync("png"));
    console.log(file, shown.map(([id]) => id).join(" "));
  }
}

async function writePreviews(): Promise<void> {
  const pictures = new Map<string, Uint8Array>();
  for (const [id, fact] of Object.entries(builtIn)) {
    const body = fillExample(fact);
    const canvas = fact.kind === "image" ? drawImage(body, PREVIEW) : (await drawFrames(body, "poster", PREVIEW))[0]!;
    pictures.set(id, canvas.encodeSync("webp", QUALITY));
  }
  const bytes = packPreviews(pictures);
  await Bun.write(FILE, bytes);
  console.log(`${pictures.size} pictures, ${(bytes.length / 1000).toFixed(0)} kB`);
}

const [folder, ...ids] = process.argv.slice(2);
if (folder) await drawSheets(folder, ids);
else await writePreviews();
