import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Tensor } from "@huggingface/transformers";
import { phonemize } from "phonemizer";
import { openFiles, setUpLibrary } from "vireo/models/open";
import type { ModelPlace } from "vireo/models/place";
import type { SpokenWord } from "vireo/slots/speak";
import type { Order, Report } from "./messages";
import { type Phonemes, toPhonemes } from "./phonemes";
import { getLanguage, VOICES } from "./voices";

const RATE = 24_000;
/** Maximum number of phonemes that Kokoro reads at once, excluding the start and end marks. */
const MAX_TOKENS = 510;
/** Size of a voice's style vector for a length of text. */
const STYLE = 256;
const MAX_BYTES = 8 * 1024 ** 2;

interface Outputs {
  waveform: Tensor;
  /** Duration of each token, in frames. Only some exports report it. */
  durations?: Tensor;
}

interface Open {
  directory: string;
  vocabulary: ReadonlyMap<string, number>;
  model(inputs: object): Promise<Outputs>;
  toTensor(type: "int64" | "float32", data: BigInt64Array | Float32Array, dims: number[]): Tensor;
  dispose(): Promise<unknown>;
}

let opened: Open | undefined;
const voices = new Map<string, Float32Array>();
const answer = (report: Report, transfer: Transferable[] = []) => self.postMessage(report, { transfer });

/** Downloads the files that the library does not load itself: the alphabet and the voices. */
async function downloadFiles(
  { from, directory }: ModelPlace,
  host: string,
  onFile: (done: number, of: number) => void,
) {
  const names = ["tokenizer.json", ...VOICES.map((voice) => `voices/${voice}.bin`)];
  await mkdir(join(directory, "voices"), { recursive: true });
  for (const [at, name] of names.entries()) {
    const response = await fetch(`${host}${from}/resolve/main/${name}`, { signal: AbortSignal.timeout(120_000) });
    const size = Number(response.headers.get("content-length") ?? 0);
    if (!response.ok || size > MAX_BYTES) throw new Error(`${name} could not be downloaded (${response.status}).`);
    await Bun.write(join(directory, name), await response.arrayBuffer());
    onFile(at + 1, names.length);
  }
}

/** Fraction of the progress for the model; the voices follow. */
const MODEL_PROGRESS = 0.8;

async function load(place: ModelPlace, isThere: boolean): Promise<Open> {
  const report = (percent: number) => answer({ type: "progress", percent: Math.floor(percent) });
  const { library, model, options } = await setUpLibrary(place, isThere, (percent) => report(percent * MODEL_PROGRESS));
  const loaded = await library.StyleTextToSpeech2Model.from_pretrained(model, options);
  if (!isThere)
    await downloadFiles(place, library.env.remoteHost, (done, of) =>
      report(100 * (MODEL_PROGRESS + (1 - MODEL_PROGRESS) * (done / of))),
    );
  const tokenizer = await Bun.file(join(place.directory, "tokenizer.json")).json();
  return {
    directory: place.directory,
    vocabulary: new Map(Object.entries(tokenizer.model.vocab as Record<string, number>)),
    model: loaded as unknown as Open["model"],
    toTensor: (type, data, dims) => new library.Tensor(type, data, dims),
    dispose: () => loaded.dispose(),
  };
}

async function loadVoice({ directory }: Open, voice: string): Promise<Float32Array> {
  const known = voices.get(voice);
  if (known) return known;
  const file = Bun.file(join(directory, "voices", `${voice}.bin`));
  if (!(await file.exists())) throw new Error(`there is no voice ${voice}.`);
  const styles = new Float32Array(await file.arrayBuffer());
  voices.set(voice, styles);
  return styles;
}

interface Sound {
  samples: Float32Array;
  words: SpokenWord[] | undefined;
}

/** Speaks text that fits into one call. */
async function synthesize(open: Open, { text, parts }: Phonemes, style: Float32Array, speed: number): Promise<Sound> {
  const tokens = [...text].map((sound) => open.vocabulary.get(sound) ?? 0);
  const ids = BigInt64Array.from([0, ...tokens, 0], BigInt);
  const row = STYLE * Math.min(tokens.length, style.length / STYLE - 1);
  const { waveform, durations } = await open.model({
    input_ids: open.toTensor("int64", ids, [1, ids.length]),
    style: open.toTensor("float32", style.slice(row, row + STYLE), [1, STYLE]),
    speed: open.toTensor("float32", Float32Array.of(speed), [1]),
  });
  const samples = Float32Array.from(waveform.data as Float32Array);
  const frames = durations && Array.from(durations.data as ArrayLike<number | bigint>, Number);
  if (frames?.length !== ids.length) return { samples, words: undefined };
  return { samples, words: timeWords(parts, frames, samples.length / RATE) };
}

/** Returns word times: the frames of the phonemes, in the time of the whole. */
function timeWords(parts: Phonemes["parts"], frames: readonly number[], seconds: number): SpokenWord[] {
  const ends = [0];
  for (const frame of frames) ends.push(ends.at(-1)! + frame);
  const toSeconds = (token: number) => (ends[token]! / Math.max(1, ends.at(-1)!)) * seconds;
  // The first token marks the beginning.
  return parts.map(({ word, from, to }) => ({ word, start: toSeconds(from + 1), end: toSeconds(to + 1) }));
}

/** Speaks a text, split in halves if it has more phonemes than the model reads at once. */
async function speak(open: Open, text: string, voice: string, speed: number): Promise<Sound> {
  const accent = getLanguage(voice) === "en-GB" ? "en" : "en-us";
  const phonemes = await toPhonemes(text, accent, { phonemize, vocabulary: open.vocabulary });
  const words = text.split(/(?<=\s)/u);
  if (phonemes.text.length > MAX_TOKENS && words.length > 1) {
    const middle = Math.ceil(words.length / 2);
    const halves = [words.slice(0, middle), words.slice(middle)].map((half) => half.join(""));
    return joinSounds(await speak(open, halves[0]!, voice, speed), await speak(open, halves[1]!, voice, speed));
  }
  const cut = { text: phonemes.text.slice(0, MAX_TOKENS), parts: phonemes.parts };
  return synthesize(open, cut, await loadVoice(open, voice), speed);
}

function joinSounds(first: Sound, second: Sound): Sound {
  const samples = new Float32Array(first.samples.length + second.samples.length);
  samples.set(first.samples);
  samples.set(second.samples, first.samples.length);
  const later = first.samples.length / RATE;
  const shifted = second.words?.map(({ word, start, end }) => ({ word, start: start + later, end: end + later }));
  return { samples, words: first.words && shifted && [...first.words, ...shifted] };
}

self.onmessage = async ({ data: order }: MessageEvent<Order>) => {
  try {
    if (order.type === "open") {
      const { model, downloaded } = await openFiles(order, (isThere) => load(order, isThere));
      opened = model;
      return answer({ type: "opened", downloaded: downloaded || undefined });
    }
    if (order.type === "speak") {
      if (!opened) throw new Error("The model is not open.");
      const { samples, words } = await speak(opened, order.text, order.voice, order.speed);
      return answer({ type: "spoken", samples, words }, [samples.buffer as ArrayBuffer]);
    }
    await opened?.dispose();
    answer({ type: "closed" });
  } catch (error) {
    answer({ type: "failed", message: error instanceof Error ? error.message : String(error) });
  }
};
