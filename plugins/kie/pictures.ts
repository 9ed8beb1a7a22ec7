import { EngineError, type Run } from "vireo/engine";
import { readPicture } from "vireo/inputs/picture";
import type { Client } from "./client";

/** What most of kie.ai's models take at most; a few take more. */
const MAX_BYTES = 10 * 1024 * 1024;

export interface Picture {
  /** Where it lies at kie.ai. */
  url: string;
  width: number;
  height: number;
}

/** Pictures that a request points to, brought to kie.ai: it could not fetch ours, nor what the user's address hides from it. */
export function createPictures(client: Client) {
  async function bring(source: string, run: Run): Promise<Picture> {
    const { file, kind, width, height } = await readPicture(source, run);
    if (file.size > MAX_BYTES)
      throw new EngineError("provider_rejected", `${source} is larger than the 10 MB that kie.ai takes.`);
    const url = await client.upload(file, `${crypto.randomUUID()}.${kind.extension}`, run.signal);
    return { url, width, height };
  }

  return (sources: readonly string[], run: Run): Promise<Picture[]> =>
    Promise.all(sources.map((source) => bring(source, run)));
}

/** Of ratios such as "16:9", the one nearest to a picture's; undefined where there are none. */
export function nearest(ratios: readonly string[] = [], { width, height }: Pick<Picture, "width" | "height">) {
  const off = (ratio: string) => {
    const [across = 1, down = 1] = ratio.split(":").map(Number);
    return Math.abs(Math.log((width / height) * (down / across)));
  };
  return ratios.toSorted((a, b) => off(a) - off(b))[0];
}
