/** Pictures of the built-in templates, in one file: a line of JSON with their places, followed by the images (WebP). */
import file from "./previews.bin" with { type: "file" };

type Places = Readonly<Record<string, readonly [start: number, end: number]>>;

/** Joins the pictures of templates, by id. */
export function packPreviews(pictures: ReadonlyMap<string, Uint8Array>): Uint8Array {
  let at = 0;
  const places = [...pictures].map(([id, { length }]) => {
    at += length;
    return [id, [at - length, at]] as const;
  });
  const head = `${JSON.stringify(Object.fromEntries(places))}\n`;
  return Buffer.concat([Buffer.from(head), ...pictures.values()]);
}

let places: Places = {};
let start = 0;

/** Reads where each picture is. */
export async function loadPreviews(): Promise<void> {
  const bytes = await Bun.file(file).bytes();
  start = bytes.indexOf(10) + 1;
  if (start > 0) places = JSON.parse(Buffer.from(bytes.subarray(0, start)).toString());
}

/** Returns the picture of a template. Undefined if there is none. */
export function findPreview(id: string): Blob | undefined {
  const place = Object.hasOwn(places, id) ? places[id] : undefined;
  return place && Bun.file(file).slice(start + place[0], start + place[1], "image/webp");
}
