/** Conformance suite for engines of generations. */
import { beforeAll, describe, expect, test } from "bun:test";
import { type Engine, EngineError } from "vireo/engine";
import type { GenerationKind } from "vireo/generations";
import { probe } from "vireo/media";
import { createRun, expectIdentity, expectProgress, finish, useFolders } from "vireo/testing/conformance/shared";

/** An engine to test, and requests for it. */
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

/**
 * Declares the tests of an engine of generations. Call it at the top of a test file.
 * @param name begins the titles of the tests
 * @example
 * engineConformance("gradients", {
 *   engine: () => painter,
 *   produces: "image",
 *   requests: [{ model: "gradient-1", prompt: "Dusk", aspectRatio: "9:16", referenceImageUrls: [], brief: {} }],
 * });
 */
export function engineConformance<Request>(name: string, facts: EngineCase<Request>): void {
  const { produces, requests, refused = [], slow, limitMs = 120_000 } = facts;

  describe(`${name} produces ${produces}:`, () => {
    let engine: Engine<Request>;
    const folders = useFolders();
    beforeAll(async () => {
      engine = await facts.engine();
    });
    const start = async (signal?: AbortSignal) => createRun(await folders.create(), signal);

    test("its name and models are well-formed, and check() reports its health", async () => {
      await expectIdentity(engine);
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

    requests.forEach((request, at) => {
      test(
        `it fulfils request ${at + 1}`,
        async () => {
          const { run, progress } = await start();
          const outcome = await finish(engine, request, run);
          if (outcome.state !== "completed") throw new Error(`not completed: ${JSON.stringify(outcome)}`);
          const main = outcome.files?.main;
          if (produces === "facts") expect(outcome.facts).toBeObject();
          else if (!main) throw new Error("completed without a file");
          else if ("path" in main) expect(await probe(main.path)).toMatchObject({ kind: produces });
          expectProgress(progress);
          expect(JSON.parse(JSON.stringify(outcome.facts ?? {}))).toEqual(outcome.facts ?? {});
          facts.judge?.(outcome.facts ?? {}, request);
        },
        limitMs,
      );
    });

    for (const { request, code } of refused) {
      test(
        `it fails with ${code} for a request that it cannot fulfil`,
        async () => {
          const { run } = await start();
          const failure = await finish(engine, request, run).then(
            (outcome) => (outcome.state === "failed" ? outcome : undefined),
            (error) => (error instanceof EngineError ? error : Promise.reject(error)),
          );
          expect(failure?.code).toBe(code);
          expect(failure?.message.length).toBeGreaterThan(10);
        },
        limitMs,
      );
    }

    if (slow) {
      test(
        "it stops when its signal aborts",
        async () => {
          const cut = new AbortController();
          const { run } = await start(cut.signal);
          const work = finish(engine, slow, run);
          setTimeout(() => cut.abort(new Error("cut off")), 300);
          await expect(work).rejects.toThrow();
        },
        limitMs,
      );
    }
  });
}
