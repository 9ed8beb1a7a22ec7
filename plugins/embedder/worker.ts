import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FeatureExtractionPipeline } from "@huggingface/transformers";
import { openModel } from "vireo/models/open";
import type { ModelPlace } from "vireo/models/place";
import { spellOut } from "./hashtags";
import { createLanguages, type LanguagesData } from "./languages";
import type { Order, Report } from "./messages";

let pipe: FeatureExtractionPipeline | undefined;
let vocabulary: ReadonlySet<string> = new Set();
/** Replaces words of other languages by tokens, for the bundled model. */
let prepare = (text: string) => text;
const answer = (report: Report, transfer: Transferable[] = []) => self.postMessage(report, { transfer });

async function open(place: ModelPlace): Promise<Report> {
  const { pipe: opened, ...told } = await openModel("feature-extraction", place, (percent) =>
    answer({ type: "progress", percent }),
  );
  pipe = opened;
  const tokens: Map<string, number> | Record<string, number> = pipe.tokenizer.get_vocab();
  const ids = new Map<string, number>(tokens instanceof Map ? tokens : Object.entries(tokens));
  vocabulary = new Set(ids.keys());
  const languages = join(place.directory, "languages.json");
  if (existsSync(languages)) {
    prepare = createLanguages(JSON.parse(readFileSync(languages, "utf8")) as LanguagesData, ids);
  }
  return { type: "opened", ...told };
}

async function embed(texts: readonly string[]): Promise<void> {
  if (!pipe) throw new Error("The model is not open.");
  const { data, dims } = await pipe(
    texts.map((text) => spellOut(prepare(text), vocabulary)),
    { pooling: "mean", normalize: true },
  );
  const vectors = Float32Array.from(data as Float32Array);
  answer({ type: "embedded", data: vectors, dimensions: dims.at(-1) ?? 0 }, [vectors.buffer]);
}

self.onmessage = async ({ data: order }: MessageEvent<Order>) => {
  try {
    if (order.type === "embed") return await embed(order.texts);
    if (order.type === "open") return answer(await open(order));
    await pipe?.dispose();
    answer({ type: "closed" });
  } catch (error) {
    answer({ type: "failed", message: error instanceof Error ? error.message : String(error) });
  }
};
