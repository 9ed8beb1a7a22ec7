/** Thumbnails of the sample videos, in one file: their lengths as 32-bit numbers, followed by the images (WebP). */
import file from "./sample-thumbnails.bin" with { type: "file" };

export function packThumbnails(pictures: readonly Uint8Array[]): Uint8Array {
  const head = new Uint32Array([pictures.length, ...pictures.map(({ length }) => length)]);
  return Buffer.concat([new Uint8Array(head.buffer), ...pictures]);
}

/** Offset of each image in the file. */
async function readPlaces(): Promise<{ start: number; end: number }[]> {
  const [count = 0] = new Uint32Array(await Bun.file(file).slice(0, 4).arrayBuffer());
  const lengths = new Uint32Array(
    await Bun.file(file)
      .slice(4, 4 + count * 4)
      .arrayBuffer(),
  );
  let at = 4 + count * 4;
  return Array.from(lengths, (length) => {
    const start = at;
    at += length;
    return { start, end: at };
  });
}

let places: ReturnType<typeof readPlaces> | undefined;

/** Returns the thumbnail of the sample with this number, from 1. Undefined if there is none. */
export async function openThumbnail(number: number): Promise<Blob | undefined> {
  places ??= readPlaces();
  const place = (await places)[number - 1];
  return place && Bun.file(file).slice(place.start, place.end, "image/webp");
}
