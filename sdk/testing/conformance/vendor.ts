/** Conformance suite for vendor adapters, with a vendor that fails in every way. */
import { describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Engine, EngineError, MADE_NOTHING, type Outcome } from "vireo/engine";
import { createRun } from "vireo/testing/conformance/shared";
import { FAULTS, startRefusing, type VendorServer } from "vireo/testing/vendor-server";

/** An engine to test, and the calls that it makes. */
export interface FaultCase<Request> {
  /** Starts a fake vendor and an engine that gives up a call after `timeoutMs`. */
  start(timeoutMs: number): Promise<{ server: VendorServer; engine: Engine<Request> }>;
  /** Method and path of the call that creates the task. */
  create: readonly [string, RegExp];
  /** Method and path of the call that reads a task. Omit it if `create` returns the result. */
  read?: readonly [string, RegExp];
  request: Request;
}

/** Fault of the create call → the correct error codes, or "completed". */
const EXPECTED: Record<(typeof FAULTS)[number], readonly string[]> = {
  "refused-429": ["completed"],
  "refused-429-later": ["provider_rate_limited"],
  "error-500-before": ["provider_error", "outcome_unknown"],
  "error-500-after": ["provider_error", "outcome_unknown"],
  html: ["outcome_unknown", "provider_error"],
  "reset-before": ["outcome_unknown"],
  "reset-after": ["outcome_unknown"],
  "cut-off": ["outcome_unknown"],
  "silent-before": ["outcome_unknown"],
  "silent-after": ["outcome_unknown"],
  drip: ["outcome_unknown"],
};

/** Time limits of a call: long enough for a slow machine if the vendor responds, and short if it never does. */
const TIMEOUT_MS = 10_000;
const SILENT_MS = 4_000;
/** Time limit of a run. Some engines prepare media before the call, and all tests do so at the same time. */
const RUN_MS = 120_000;
const getTimeout = (fault: (typeof FAULTS)[number]) => (/^(silent|drip)/.test(fault) ? SILENT_MS : TIMEOUT_MS);

/**
 * Declares the tests of an engine whose vendor fails in every way. Call it at the top of a test file.
 * @param name begins the titles of the tests
 * @example
 * import { startVendor } from "vireo/testing/vendor-server";
 * vendorFaults("acme image", {
 *   start: async () => ({ server: await startVendor(() => ({ json: { id: "1" } })), engine: painter }),
 *   create: ["POST", /tasks/],
 *   read: ["GET", /tasks/],
 *   request: { model: "acme-1", prompt: "Dusk", aspectRatio: "9:16", referenceImageUrls: [], brief: {} },
 * });
 */
export function vendorFaults<Request>(name: string, facts: FaultCase<Request>): void {
  describe(`${name} with a failing vendor:`, () => {
    /** Each test gets its own vendor, engine and folder, because the tests run in parallel. */
    const start = async (timeoutMs: number) => {
      const folder = await mkdtemp(join(tmpdir(), "vireo-vendor-"));
      const { server, engine } = await facts.start(timeoutMs);
      const run = () => createRun(folder, AbortSignal.timeout(RUN_MS)).run;
      return {
        server,
        engine,
        run,
        async [Symbol.asyncDispose]() {
          await server.stop();
          await rm(folder, { recursive: true, force: true });
        },
      };
    };
    const findCode = async (work: Promise<Outcome>) => {
      try {
        const outcome = await work;
        return outcome.state === "failed" ? outcome.code : "completed";
      } catch (error) {
        if (error instanceof EngineError) return error.code;
        throw error;
      }
    };
    const [method, path] = facts.create;

    for (const fault of FAULTS) {
      test.concurrent(`${fault} on the create call: ${EXPECTED[fault].join(" or ")}, and never sent twice`, async () => {
        await using vendor = await start(getTimeout(fault));
        const { server, engine, run } = vendor;
        server.fail(method, path, fault);
        const code = await findCode(engine.create(facts.request, run()));
        expect(EXPECTED[fault]).toContain(code);
        const sent = server.count(method, path);
        expect(sent).toBe(code === "completed" ? 2 : 1);
      });
    }

    const { read } = facts;
    for (const fault of read ? FAULTS : []) {
      test.concurrent(`${fault} while reading a task: the error can be retried, and no failure is reported`, async () => {
        await using vendor = await start(getTimeout(fault));
        const { server, engine, run } = vendor;
        const outcome = await engine.create(facts.request, run());
        if (outcome.state !== "pending") throw new Error(`not pending: ${JSON.stringify(outcome)}`);
        server.fail(read![0], read![1], fault);
        const first = await engine.read!(outcome.task, run()).then(
          (outcome) => outcome.state,
          (error) => (error instanceof EngineError ? `final: ${error.code}` : "again"),
        );
        expect(["again", "pending", "completed"]).toContain(first);
        expect(server.count(method, path)).toBe(1);
      });
    }

    test.concurrent("connection refused: nothing was started", async () => {
      await using vendor = await startRefusing(() => start(TIMEOUT_MS));
      const { engine, run } = vendor;
      expect(MADE_NOTHING).toContain(await findCode(engine.create(facts.request, run())));
    }, 30_000);
  });
}
