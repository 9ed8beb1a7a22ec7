/** Draws the pictures of the built-in templates that lists show: `bun tools/templates`. */
import { packPreviews } from "#modules/templates/previews";
import { drawFrames, drawImage } from "../sheets/draw";
import { listExamples } from "./examples";

const FILE = new URL("../../modules/templates/previews.bin", import.meta.url).pathname;
const HEIGHT = 320;
const QUALITY = 70;

const pictures = new Map<string, Uint8Array>();
for (const { name, kind, ...request } of listExamples()) {
  const canvas =
    kind === "poster" ? await drawImage(request, HEIGHT) : (await drawFrames(request, "poster", () => HEIGHT))[0]!;
  pictures.set(name, canvas.encodeSync("webp", QUALITY));
}
const bytes = packPreviews(pictures);
await Bun.write(FILE, bytes);
console.log(`${pictures.size} pictures, ${(bytes.length / 1000).toFixed(0)} kB`);
