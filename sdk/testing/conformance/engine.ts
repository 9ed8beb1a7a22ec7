/**
 * Conformance suite for engines of generations:
 *
 *     engineConformance("my engine", { engine: () => make(), produces: "image", requests: [{ … }] });
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Engine, EngineError, type Outcome, type Run } from "vireo/engine";
import type { GenerationKind } from "vireo/generations";
import { probe } from "vireo/media";

export interface EngineCase<Request> {
  engine(): Promise<Engine<Request>> | Engine<Request>;
  produces: GenerationKind["produces"];
  /** Requests that must succeed. */
  requests: readonly Request[];
  /** Requests that must fail, with the error code. */
  refused?: readonly { request: Request; code: string }[];
  /** Further checks of a result's facts. */
  judge?(facts: Record<string, unknown>, request: Request): void;
  /** A slow request, to be aborted. */
  slow?: Request;
  /** Time limit for one request, in milliseconds. */
  limitMs?: number;
}

/** Longest pause between reads. The suite runs against local engines and fakes, which have no rate limit. */
const READ_AFTER_MS = 25;

export function engineConformance<Request>(name: string, facts: EngineCase<Request>): void {
  const { produces, requests, refused = [], slow, limitMs = 120_000 } = facts;

  describe(`${name} produces ${produces}:`, () => {
    let engine: Engine<Request>;
    let root: string;
    beforeAll(async () => {
      engine = await facts.engine();
      root = await mkdtemp(join(tmpdir(), "vireo-engine-"));
    });
    afterAll(() => rm(root, { recursive: true, force: true }));

    async function start(signal = new AbortController().signal) {
      const folder = join(root, crypto.randomUUID());
      await mkdir(folder);
      const progress: number[] = [];
      const run: Run = {
        id: Bun.randomUUIDv7(),
        folder,
        signal,
        progress: (percent) => void progress.push(percent),
        async download(url) {
          const path = join(folder, crypto.randomUUID());
          const response = await fetch(url);
          if (!response.ok) throw new Error(`${url} answered ${response.status}`);
          await Bun.write(path, response);
          return path;
        },
      };
      return { run, progress };
    }

    /** Like the kernel: create once, then read until the task has ended. */
    async function finish(request: Request, run: Run): Promise<Outcome> {
      let outcome = await engine.create(request, run);
      while (outcome.state === "pending") {
        expect(outcome.task).not.toBe("");
        await Bun.sleep(Math.min(outcome.readAfterMs ?? READ_AFTER_MS, READ_AFTER_MS));
        if (!engine.read) throw new Error("An engine that answers `pending` needs `read`.");
        outcome = await engine.read(outcome.task, run);
      }
      return outcome;
    }

    test("its name and models are well-formed", () => {
      expect(engine.name).toMatch(/^[a-z][a-z0-9-]*$/);
      expect(engine.models.length).toBeGreaterThan(0);
      expect(new Set(engine.models.map(({ id }) => id)).size).toBe(engine.models.length);
      for (const { id, title, duration } of engine.models) {
        expect([id, title].every((text) => text.length > 0)).toBe(true);
        if (duration) expect(duration.min <= duration.default && duration.default <= duration.max).toBe(true);
      }
    });

    test("it reviews requests without changing them", () => {
      for (const request of requests) {
        const before = structuredClone(request);
        expect(engine.review?.(request) ?? {}).toEqual({});
        expect(request).toEqual(before);
      }
    });

    test("check() reports its health", async () => {
      const health = await engine.check?.();
      if (health) expect(health.detail).not.toBe("");
    });

    requests.forEach((request, at) => {
      test(
        `it fulfils request ${at + 1}`,
        async () => {
          const { run, progress } = await start();
          const outcome = await finish(request, run);
          if (outcome.state !== "completed") throw new Error(`not completed: ${JSON.stringify(outcome)}`);
          const main = outcome.files?.main;
          if (produces === "facts") expect(outcome.facts).toBeObject();
          else if (!main) throw new Error("completed without a file");
          else if ("path" in main) expect(await probe(main.path)).toMatchObject({ kind: produces });
          expect(progress).toEqual([...progress].sort((a, b) => a - b));
          for (const percent of progress) expect(percent).toBeWithin(0, 101);
          expect(JSON.parse(JSON.stringify(outcome.facts ?? {}))).toEqual(outcome.facts ?? {});
          facts.judge?.(outcome.facts ?? {}, request);
        },
        limitMs,
      );
    });

    for (const { request, code } of refused) {
      test(
        `it says ${code} of what it cannot do`,
        async () => {
          const { run } = await start();
          const said = await finish(request, run).then(
            (outcome) => (outcome.state === "failed" ? outcome : undefined),
            (error) => (error instanceof EngineError ? error : Promise.reject(error)),
          );
          expect(said?.code).toBe(code);
          expect(said?.message.length).toBeGreaterThan(10);
        },
        limitMs,
      );
    }

    if (slow) {
      test(
        "it stops when its signal fires",
        async () => {
          const cut = new AbortController();
          const { run } = await start(cut.signal);
          const work = finish(slow, run);
          setTimeout(() => cut.abort(new Error("cut off")), 300);
          await expect(work).rejects.toThrow();
        },
        limitMs,
      );
    }
  });
}
