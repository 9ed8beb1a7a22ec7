/** What the suites have in common. */
import { afterAll, beforeAll, expect } from "bun:test";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Engine, EngineError, type Outcome, type Provider, type Run } from "vireo/engine";

/** Longest pause between reads. The suites run against local engines and fakes, which have no rate limit. */
const READ_AFTER_MS = 25;

/**
 * Makes folders for the tests of a `describe`, and removes them afterwards.
 * @example
 * import { test } from "bun:test";
 * const folders = useFolders();
 * test("draws an image", async () => {
 *   const { run } = createRun(await folders.create());
 * });
 */
export function useFolders(): { create(): Promise<string> } {
  let root = "";
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "vireo-conformance-"));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));
  return {
    async create() {
      const folder = join(root, crypto.randomUUID());
      await mkdir(folder);
      return folder;
    },
  };
}

/**
 * Creates a run as the kernel gives it to engines. `progress` collects the percentages that the engine reports. Downloads use
 * plain `fetch`, so that they reach a fake vendor on this machine.
 * @example
 * const { run: own, progress } = createRun("/tmp");
 * own.progress(50);
 * progress; // [50]
 */
export function createRun(folder: string, signal = new AbortController().signal): { run: Run; progress: number[] } {
  const progress: number[] = [];
  const run: Run = {
    id: Bun.randomUUIDv7(),
    folder,
    signal,
    progress: (percent) => void progress.push(percent),
    async download(url) {
      const response = await fetch(url);
      if (!response.ok) throw new EngineError("download_failed", `${url} answered ${response.status}`);
      const path = join(folder, crypto.randomUUID());
      await Bun.write(path, response);
      return path;
    },
  };
  return { run, progress };
}

/**
 * Runs a request like the kernel: creates once, then reads until the task has ended.
 * @throws what the engine throws
 * @example
 * const request = { model: "gradient-1", prompt: "Dusk", aspectRatio: "9:16", referenceImageUrls: [], brief: {} };
 * const { state } = await finish(painter, request, run);
 */
export async function finish<Request>(engine: Engine<Request>, request: Request, run: Run): Promise<Outcome> {
  let outcome = await engine.create(request, run);
  while (outcome.state === "pending") {
    expect(outcome.task).not.toBe("");
    await Bun.sleep(Math.min(outcome.readAfterMs ?? READ_AFTER_MS, READ_AFTER_MS));
    if (!engine.read) throw new Error("An engine that answers `pending` needs `read`.");
    outcome = await engine.read(outcome.task, run);
  }
  return outcome;
}

/**
 * Expects a name of lower-case letters, digits and hyphens, and a health check that says something.
 * @example await expectIdentity({ name: "acme" }); // undefined
 */
export async function expectIdentity(provider: Provider): Promise<void> {
  expect(provider.name).toMatch(/^[a-z][a-z0-9-]*$/);
  expect((await provider.check?.())?.detail ?? "unknown").not.toBe("");
}

/**
 * Expects progress in percent that never goes back.
 * @example expectProgress([0, 40, 100]); // undefined
 */
export function expectProgress(progress: readonly number[]): void {
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
  for (const percent of progress) expect(percent).toBeWithin(0, 101);
}

/**
 * Aborts work while the engine waits for a response, and expects that it rejects with the signal's reason.
 * @param waiting resolves when the engine waits
 * @param start starts the work
 * @example
 * const { promise: waiting, resolve } = Promise.withResolvers<void>();
 * const work = async (signal: AbortSignal) => {
 *   resolve();
 *   await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
 * };
 * await expectAbort(waiting, work); // undefined
 */
export async function expectAbort(waiting: Promise<void>, start: (signal: AbortSignal) => Promise<unknown>) {
  const cut = new AbortController();
  const reason = new Error("cut off");
  const work = start(cut.signal);
  await Promise.race([waiting, work]);
  cut.abort(reason);
  await expect(work).rejects.toBe(reason);
}
