/** Checks of media engines for `vireo doctor --live`. */
import { type Engine, EngineError, type LiveCheck, type LiveRun, type Outcome, type Output } from "#core/engine";
import { type Probed, probe } from "#core/media/probe";

interface Expected {
  kind: "image" | "video" | "audio";
  /** "9:16". A result of another shape fails the check. */
  aspectRatio?: string;
  /** Seconds, within one. */
  duration?: number;
  /** A video without sound fails the check. */
  isHeard?: boolean;
}

const READ_AFTER_MS = 5_000;
/** How far a shape may be from its ratio: models round to multiples of 16 or more. */
const TOLERANCE = 0.1;

/**
 * Makes one request and waits for its file.
 * @throws EngineError of the engine, or `engine_bad_result` without a file
 * @example
 * import type { LiveRun } from "vireo/engine";
 * const request = { model: "gradient-1", prompt: "Dusk", aspectRatio: "9:16", referenceImageUrls: [], brief: {} };
 * const makePicture = (live: LiveRun) => makeFile(painter, request, live);
 */
export async function makeFile<Request>(
  engine: Pick<Engine<Request>, "create" | "read">,
  request: Request,
  live: LiveRun,
): Promise<Output> {
  const run = { ...live, progress: () => {} };
  let outcome: Outcome = await engine.create(request, run);
  for (let reads = 1; outcome.state === "pending"; reads++) {
    await Bun.sleep(outcome.readAfterMs ?? Math.min(READ_AFTER_MS, 1_000 * reads));
    live.signal.throwIfAborted();
    const next: Outcome | undefined = await engine.read?.(outcome.task, run);
    if (!next) break;
    outcome = next;
  }
  if (outcome.state === "failed") throw new EngineError(outcome.code, outcome.message);
  const main = outcome.state === "completed" ? outcome.files?.main : undefined;
  if (!main) throw new EngineError("engine_bad_result", "The engine returned no file.");
  return main;
}

/**
 * Returns a live check that makes one request and looks at its result.
 * @throws EngineError of the engine, or `engine_bad_result` for another kind, shape or length, from the check
 * @example
 * const request = { model: "gradient-1", prompt: "Dusk", aspectRatio: "9:16", referenceImageUrls: [], brief: {} };
 * const run = checkMedia(() => painter, request, { kind: "image", aspectRatio: "9:16" });
 * const live = [{ title: "gradient-1 at 9:16", usd: 0.01, run }];
 */
export const checkMedia =
  <Request>(engine: () => Pick<Engine<Request>, "create" | "read">, request: Request, expected: Expected) =>
  async (live: LiveRun): Promise<string[]> => {
    const main = await makeFile(engine(), request, live);
    const path = "path" in main ? main.path : await live.download(main.url, main.headers);
    return compare(await probe(path), expected);
  };

function compare(file: Probed | undefined, { kind, aspectRatio, duration, isHeard = false }: Expected): string[] {
  if (file?.kind !== kind) throw new EngineError("engine_bad_result", `The result is not a readable ${kind}.`);
  const size = file.width && file.height ? `${file.width}×${file.height}` : undefined;
  const length = file.duration === undefined ? undefined : `${file.duration.toFixed(1)} s`;
  const sound = kind === "video" ? (file.hasAudio ? "with sound" : "without sound") : undefined;
  const seen = [size, length, sound].filter(Boolean).join(", ");
  if (isHeard && !file.hasAudio) throw new EngineError("engine_bad_result", `Nobody is heard: ${seen}.`);
  const [across = 0, down = 0] = aspectRatio?.split(":").map(Number) ?? [];
  const shape = (file.width ?? 0) / (file.height ?? 1);
  if (aspectRatio && Math.abs(Math.log(shape / (across / down))) > TOLERANCE)
    throw new EngineError("engine_bad_result", `The aspect ratio ${aspectRatio} was ignored: ${seen}.`);
  if (duration !== undefined && file.duration !== undefined && Math.abs(file.duration - duration) > 1)
    throw new EngineError("engine_bad_result", `The duration of ${duration} s was ignored: ${seen}.`);
  return [seen, ...(aspectRatio ? [`aspect ratio ${aspectRatio}: as requested`] : [])];
}

/**
 * Returns a live check that an engine reports an invalid key. It costs nothing.
 * @param check of an engine with a wrong key
 * @example checkWrongKey(async () => ({ ok: false })).usd; // 0
 */
export const checkWrongKey = (check: () => Promise<{ ok: boolean }>): LiveCheck => ({
  title: "a wrong key is told apart",
  usd: 0,
  async run() {
    if ((await check()).ok) throw new EngineError("engine_bad_result", "The check of the key accepts a wrong key.");
    return ["rejected, as it should be"];
  },
});
