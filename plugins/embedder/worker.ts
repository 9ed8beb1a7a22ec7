import { existsSync } from "node:fs";
import { join } from "node:path";
import { verify } from "vireo/models/checksums";
import { openModel } from "vireo/models/open";
import type { ModelPlace } from "vireo/models/place";
import { spellOut } from "./hashtags";
import type { Comparison, Order, Report } from "./messages";
import { readTokenVectors } from "./token-vectors";

interface Model {
  embed(texts: readonly string[]): Promise<{ data: Float32Array; dimensions: number }>;
  gainsFromWords?(query: string): boolean;
  compareWords?(query: string, texts: readonly string[]): Float32Array | undefined;
  compareTexts?(text: string, others: readonly string[]): Float32Array;
  close(): Promise<unknown>;
}

let model: Model | undefined;
const answer = (report: Report, transfer: Transferable[] = []) => self.postMessage(report, { transfer });

/** The bundled model is read at once, without the libraries that other models need. */
async function openBundled({ directory, setting, sha256 }: ModelPlace): Promise<Report> {
  if (sha256) await verify(directory, setting, sha256);
  const { embed, dimensions, ...words } = readTokenVectors(directory);
  model = { embed: async (texts) => ({ data: embed(texts), dimensions }), ...words, close: async () => {} };
  return { type: "opened" };
}

async function openOther(place: ModelPlace): Promise<Report> {
  const { pipe, ...report } = await openModel("feature-extraction", place, (percent) =>
    answer({ type: "progress", percent }),
  );
  const tokens: Map<string, number> | Record<string, number> = pipe.tokenizer.get_vocab();
  const vocabulary = new Set(tokens instanceof Map ? tokens.keys() : Object.keys(tokens));
  model = {
    async embed(texts) {
      const spelled = texts.map((text) => spellOut(text, vocabulary));
      const { data, dims } = await pipe(spelled, { pooling: "mean", normalize: true });
      return { data: Float32Array.from(data as Float32Array), dimensions: dims.at(-1) ?? 0 };
    },
    close: () => pipe.dispose(),
  };
  return { type: "opened", ...report };
}

const open = (place: ModelPlace): Promise<Report> =>
  existsSync(join(place.directory, "vectors.bin")) ? openBundled(place) : openOther(place);

async function embed(texts: readonly string[]): Promise<void> {
  if (!model) throw new Error("The model is not open.");
  const { data, dimensions } = await model.embed(texts);
  const [query, ...others] = texts;
  const gainsFromWords = query !== undefined && others.length === 0 && model.gainsFromWords?.(query);
  answer({ type: "embedded", data, dimensions, gainsFromWords: gainsFromWords === true }, [data.buffer]);
}

function compare({ type, text, others }: Comparison): void {
  const compareBy = model?.[type];
  if (!compareBy) throw new Error("The model has no word vectors.");
  const nearness = compareBy(text, others);
  answer({ type: "compared", nearness }, nearness ? [nearness.buffer] : []);
}

self.onmessage = async ({ data: order }: MessageEvent<Order>) => {
  try {
    if (order.type === "embed") return await embed(order.texts);
    if ("others" in order) return compare(order);
    if (order.type === "open") return answer(await open(order));
    await model?.close();
    answer({ type: "closed" });
  } catch (error) {
    answer({ type: "failed", message: error instanceof Error ? error.message : String(error) });
  }
};
