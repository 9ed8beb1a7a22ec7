import type { AutomaticSpeechRecognitionPipeline, Tensor } from "@huggingface/transformers";
import { openModel } from "vireo/models/open";
import type { ModelPlace } from "vireo/models/place";
import type { Chunk, Order, Report } from "./messages";

let pipe: AutomaticSpeechRecognitionPipeline | undefined;
/** False once the model has shown that it cannot tell the times of words. */
let tellsWords = true;
const answer = (report: Report) => self.postMessage(report);

/** What transformers.js says of a model that was exported without its attentions. */
const NO_WORDS = /alignment_heads|cross attentions/i;

async function open(place: ModelPlace): Promise<Report> {
  const { pipe: opened, ...told } = await openModel("automatic-speech-recognition", place, (percent) =>
    answer({ type: "progress", percent }),
  );
  pipe = opened;
  return { type: "opened", ...told };
}

// biome-ignore lint/suspicious/noExplicitAny: parts of a model that the library's types do not tell
type Any = any;

/** The likeliest language: transformers.js takes English where none is named, and translates into it. */
async function languageOf({ model, processor }: Any, samples: Float32Array): Promise<string | undefined> {
  const { lang_to_id: ids, decoder_start_token_id: start } = model.generation_config;
  if (!ids || start === undefined) return undefined;
  const { Tensor } = await import("@huggingface/transformers");
  const { input_features } = await processor(samples);
  const decoder_input_ids = new Tensor("int64", [BigInt(start)], [1, 1]);
  const { logits }: { logits: Tensor } = await model({ input_features, decoder_input_ids });
  const likely = (id: number) => Number(logits.data[id]);
  const [token] = Object.entries(ids as Record<string, number>).reduce((best, one) =>
    likely(one[1]) > likely(best[1]) ? one : best,
  );
  return /^<\|(\w+)\|>$/.exec(token)?.[1];
}

async function hear(samples: Float32Array, asked: string | undefined): Promise<Report> {
  const listen = pipe;
  if (!listen) throw new Error("The model is not open.");
  const { model } = listen as Any;
  const multilingual = model.generation_config?.is_multilingual === true;
  const known = asked && model.generation_config?.lang_to_id?.[`<|${asked}|>`] !== undefined;
  // A model of English alone refuses to be told a language.
  const language = multilingual ? (known ? asked : await languageOf(listen, samples)) : undefined;
  const options = language ? { language, task: "transcribe" } : {};
  const run = async (each: "word" | "segment"): Promise<Report> => {
    const { text, chunks = [] } = (await listen(samples, {
      ...options,
      return_timestamps: each === "word" ? "word" : true,
    })) as { text: string; chunks?: Chunk[] };
    return { type: "heard", text, chunks, each, ...(language ? { language } : {}) };
  };
  if (!tellsWords) return run("segment");
  try {
    return await run("word");
  } catch (error) {
    if (!NO_WORDS.test(String((error as Error).message))) throw error;
    tellsWords = false;
    return run("segment");
  }
}

self.onmessage = async ({ data: order }: MessageEvent<Order>) => {
  try {
    if (order.type === "hear") return answer(await hear(order.samples, order.language));
    if (order.type === "open") return answer(await open(order));
    await pipe?.dispose();
    answer({ type: "closed" });
  } catch (error) {
    answer({ type: "failed", message: error instanceof Error ? error.message : String(error) });
  }
};
