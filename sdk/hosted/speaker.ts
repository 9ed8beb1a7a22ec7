import { EngineError, type Outcome, type Run } from "#core/engine";
import { sniff } from "#core/media/probe";
import { pause } from "#core/timing";
import { type HostedModel, presentModel } from "#sdk/hosted/model";
import { getPromptLimit } from "#sdk/hosted/review";
import type { HostedTasks } from "#sdk/hosted/tasks";
import type { Speaker, SpeakRequest, SpeakRun, SpokenWord } from "#sdk/slots/speak";
import { createSpeechCheck } from "#sdk/speech/live";
import { speakParts } from "#sdk/speech/speak";
import { shiftWords, toWords } from "#sdk/speech/words";

const POLL_MS = 1_000;
/** Time limit of a task. Speech usually takes seconds. */
const LIMIT_MS = 5 * 60_000;

/** Creates the engine for text-to-speech models. It polls each task until it ends. */
export function createHostedSpeaker<Model extends HostedModel>(tasks: HostedTasks<Model>): Speaker {
  const { vendor } = tasks;
  const { speechModel, speechPollMs = POLL_MS } = vendor;
  const all = vendor.models.filter(({ kind, retiredAt }) => kind === "speak" && !isOver(retiredAt));
  const models = [...all.filter(({ id }) => id === speechModel), ...all.filter(({ id }) => id !== speechModel)];
  const voices = [...new Map(models.flatMap((model) => model.voices ?? []).map((voice) => [voice.id, voice])).values()];

  /** Returns the model that has the voice, or the default model. */
  function chooseModel(voice: string | undefined): Model {
    const model = models.find((candidate) => candidate.voices?.some(({ id }) => id === voice)) ?? models[0];
    if (!model) throw new EngineError("provider_model_retired", `${vendor.title} has no model for speech.`);
    return model;
  }

  async function speakPart(model: Model, { text, voice, speed }: SpeakRequest, run: SpeakRun) {
    const [slowest = 0, fastest = 10] = model.speeds ?? [];
    const chosen = voice ?? model.voices?.[0]?.id;
    const request = {
      prompt: text,
      voice: chosen,
      ...(speed ? { speed: Math.min(fastest, Math.max(slowest, speed)) } : {}),
    };
    const { files, facts } = await finish(model, request, run);
    const url = files && "url" in files.main ? files.main.url : undefined;
    const path = url ? await run.download(url) : "";
    const sound = path ? await Bun.file(path).bytes() : new Uint8Array();
    if (sniff(sound)?.kind !== "audio")
      throw new EngineError("provider_error", `${vendor.title} returned no audio for the speech.`);
    return { sound, words: findWords(facts?.output) };
  }

  async function finish(model: Model, request: { prompt: string }, run: SpeakRun) {
    const signal = AbortSignal.any([run.signal, AbortSignal.timeout(LIMIT_MS)]);
    const whole: Run = { ...run, id: crypto.randomUUID(), signal };
    let outcome: Outcome = await tasks.begin(model, {}, request, whole);
    const { task } = outcome as Outcome & { state: "pending" };
    try {
      while (outcome.state === "pending") {
        await pause(Math.max(outcome.readAfterMs ?? 0, speechPollMs), signal);
        outcome = await tasks.read("speak", task, signal);
      }
    } catch (error) {
      await vendor.client.cancel?.(task, AbortSignal.timeout(5_000)).catch(() => {});
      if (run.signal.aborted) throw run.signal.reason;
      if (!signal.aborted) throw error;
      throw new EngineError("provider_timeout", `${vendor.title} did not finish the speech in time.`);
    }
    if (outcome.state === "failed") throw new EngineError(outcome.code, outcome.message);
    return outcome as Outcome & { state: "completed" };
  }

  const speaker: Speaker = {
    name: vendor.name,
    models: models.map(presentModel),
    voices: voices.map(({ id }) => id),
    check: tasks.check,
    listVoices: async () => voices,
    async speak(request, run) {
      const model = chooseModel(request.voice);
      const limits = { title: vendor.title, limit: getPromptLimit(model) };
      return speakParts(request.text, limits, run, (text) => speakPart(model, { ...request, text }, run));
    },
  };
  const usd = vendor.live?.speak?.usd;
  return usd === undefined ? speaker : { ...speaker, live: [createSpeechCheck(() => speaker, usd)] };
}

const isOver = (retiredAt: string | undefined) => retiredAt !== undefined && Date.parse(retiredAt) <= Date.now();

/** Reads word times from a model's output. Models report times of words, or of characters in one or more parts. */
function findWords(output: unknown): SpokenWord[] {
  const { timestamps, alignment } = (output ?? {}) as { timestamps?: unknown; alignment?: unknown };
  const pieces = [timestamps ?? alignment].flat().filter((piece) => typeof piece === "object" && piece !== null);
  const words: SpokenWord[] = [];
  for (const piece of pieces as Record<string, unknown>[]) {
    const word = readWord(piece);
    if (word) words.push(word);
    else words.push(...readCharacters(piece, words.at(-1)?.end ?? 0));
  }
  return words;
}

function readWord({ word, text, start, end }: Record<string, unknown>): SpokenWord | undefined {
  const spoken = word ?? text;
  if (typeof spoken !== "string" || typeof start !== "number" || typeof end !== "number") return undefined;
  return spoken.trim() ? { word: spoken.trim(), start, end } : undefined;
}

/** Joins parts of a long speech, whose times may each start at 0. */
function readCharacters(piece: Record<string, unknown>, after: number): SpokenWord[] {
  const { characters, character_start_times_seconds: starts, character_end_times_seconds: ends } = piece;
  if (!Array.isArray(characters) || !Array.isArray(starts) || !Array.isArray(ends)) return [];
  const words = toWords({ characters, starts, ends });
  const first = words[0]?.start ?? 0;
  return first < after - 0.5 ? shiftWords(words, after) : words;
}
