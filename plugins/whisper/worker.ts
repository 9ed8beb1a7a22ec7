import type { AutomaticSpeechRecognitionPipeline, Tensor } from "@huggingface/transformers";
import { openModel } from "vireo/models/open";
import type { ModelPlace } from "vireo/models/place";
import type { Chunk, Order, Report } from "./messages";

let pipe: AutomaticSpeechRecognitionPipeline | undefined;
/** Set to false if the model has no word timestamps. */
let hasWordTimes = true;
const answer = (report: Report) => self.postMessage(report);

/** The error of transformers.js for models exported without attentions. */
const NO_WORD_TIMES = /alignment_heads|cross attentions/i;

async function open(place: ModelPlace): Promise<Report> {
  const { pipe: opened, ...details } = await openModel("automatic-speech-recognition", place, (percent) =>
    answer({ type: "progress", percent }),
  );
  pipe = opened;
  return { type: "opened", ...details };
}

// biome-ignore lint/suspicious/noExplicitAny: parts of a model that the library's types do not cover
type Any = any;

/** Detects the most likely language. Without one, transformers.js assumes English and translates. */
async function detectLanguage({ model, processor }: Any, samples: Float32Array): Promise<string | undefined> {
  const { lang_to_id: ids, decoder_start_token_id: start } = model.generation_config;
  if (!ids || start === undefined) return undefined;
  const { Tensor } = await import("@huggingface/transformers");
  const { input_features } = await processor(samples);
  const decoder_input_ids = new Tensor("int64", [BigInt(start)], [1, 1]);
  const { logits }: { logits: Tensor } = await model({ input_features, decoder_input_ids });
  const getScore = (id: number) => Number(logits.data[id]);
  const [token] = Object.entries(ids as Record<string, number>).reduce((best, entry) =>
    getScore(entry[1]) > getScore(best[1]) ? entry : best,
  );
  return /^<\|(\w+)\|>$/.exec(token)?.[1];
}

async function recognize(samples: Float32Array, requested: string | undefined): Promise<Report> {
  const recognizer = pipe;
  if (!recognizer) throw new Error("The model is not open.");
  const { model } = recognizer as Any;
  const multilingual = model.generation_config?.is_multilingual === true;
  const isKnown = requested && model.generation_config?.lang_to_id?.[`<|${requested}|>`] !== undefined;
  // English-only models reject a language.
  const language = multilingual ? (isKnown ? requested : await detectLanguage(recognizer, samples)) : undefined;
  const options = language ? { language, task: "transcribe" } : {};
  const run = async (each: "word" | "segment"): Promise<Report> => {
    const { text, chunks = [] } = (await recognizer(samples, {
      ...options,
      return_timestamps: each === "word" ? "word" : true,
    })) as { text: string; chunks?: Chunk[] };
    return { type: "recognized", text, chunks, each, language: language || undefined };
  };
  if (!hasWordTimes) return run("segment");
  try {
    return await run("word");
  } catch (error) {
    if (!NO_WORD_TIMES.test(String((error as Error).message))) throw error;
    hasWordTimes = false;
    return run("segment");
  }
}

self.onmessage = async ({ data: order }: MessageEvent<Order>) => {
  try {
    if (order.type === "recognize") return answer(await recognize(order.samples, order.language));
    if (order.type === "open") return answer(await open(order));
    await pipe?.dispose();
    answer({ type: "closed" });
  } catch (error) {
    answer({ type: "failed", message: error instanceof Error ? error.message : String(error) });
  }
};
