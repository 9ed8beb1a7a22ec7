/** Conformance suite for engines of the slot `talk`. */
import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { EngineError, type Outcome, type Run } from "vireo/engine";
import { probe } from "vireo/media";
import type { Talker, TalkRequest } from "vireo/slots/talk";
import { wrapPcm } from "vireo/speech/wave";
import { createRun, expectIdentity, finish, useFolders } from "vireo/testing/conformance/shared";

/** An engine to test, and requests for it. */
export interface TalkerCase {
  talker(): Promise<Talker> | Talker;
  /** Requests that must succeed. The suite speaks for them, unless they name one of the engine's own voices. */
  requests: readonly (Omit<TalkRequest, "speech"> & { ownVoice?: string })[];
  /** Requests that must fail, with the error code. */
  refused?: readonly { request: Omit<TalkRequest, "speech">; code: string; text?: string }[];
  /** Number of videos that the vendor was paid for. */
  made(): number;
  /** A model that accepts only short speech, if there is one. */
  shortest?: Omit<TalkRequest, "speech">;
  /** Time limit for one request, in milliseconds. */
  limitMs?: number;
}

const RATE = 16_000;
const TEXT = "Hello, this is a person who speaks.";

/** A tone as long as a speech. */
function speakFor(seconds: number): Uint8Array {
  const samples = Int16Array.from({ length: seconds * RATE }, (_, at) => 8_000 * Math.sin(at / 10));
  return wrapPcm(new Uint8Array(samples.buffer), RATE);
}

/**
 * Declares the tests of an engine of the slot `talk`. Call it at the top of a test file.
 * @param name begins the titles of the tests
 * @example
 * import { startVendor } from "vireo/testing/vendor-server";
 * const server = await startVendor(() => ({ json: { id: "1" } }));
 * const request = { model: "face-1", prompt: "", aspectRatio: "9:16", resolution: "720p" };
 * talkerConformance("acme", {
 *   talker: () => talker,
 *   requests: [{ ...request, imageUrl: "https://example.com/ann.jpg" }],
 *   made: () => server.count("POST", /talk/),
 * });
 */
export function talkerConformance(name: string, facts: TalkerCase): void {
  const { requests, refused = [], shortest, limitMs = 60_000 } = facts;

  describe(`${name} makes people speak:`, () => {
    let talker: Talker;
    const folders = useFolders();
    beforeAll(async () => {
      talker = await facts.talker();
    });
    const start = async () => createRun(await folders.create(), AbortSignal.timeout(limitMs)).run;

    /** Like the kernel: the speech is made first. */
    async function talk(
      { ownVoice, ...request }: Omit<TalkRequest, "speech"> & { ownVoice?: string },
      run: Run,
      { seconds = 2, text = TEXT } = {},
    ): Promise<Outcome> {
      const voicePath = join(run.folder, "speech.wav");
      await Bun.write(voicePath, speakFor(seconds));
      const speech = { text, voice: ownVoice || undefined };
      const whole: TalkRequest = { ...request, speech, voicePath: ownVoice ? undefined : voicePath };
      expect(talker.review?.(whole) ?? {}).toEqual({});
      return finish(talker, whole, run);
    }
    const findCode = (work: Promise<Outcome>) =>
      work.then(
        (outcome) => (outcome.state === "failed" ? outcome.code : outcome.state),
        (error) => (error instanceof EngineError ? error.code : Promise.reject(error)),
      );

    test("its name and models are well-formed, and check() reports its health", async () => {
      await expectIdentity(talker);
      expect(talker.models.length).toBeGreaterThan(0);
      expect(new Set(talker.models.map(({ id }) => id)).size).toBe(talker.models.length);
    });

    requests.forEach((request, at) => {
      test(
        `it fulfils request ${at + 1} by one paid call`,
        async () => {
          const before = facts.made();
          const run = await start();
          const outcome = await talk(request, run);
          if (outcome.state !== "completed") throw new Error(`not completed: ${JSON.stringify(outcome)}`);
          const main = outcome.files?.main;
          if (!main) throw new Error("completed without a file");
          const path = "path" in main ? main.path : await run.download(main.url);
          expect(await probe(path)).toMatchObject({ kind: "video", hasAudio: true });
          expect(facts.made() - before).toBe(1);
        },
        limitMs,
      );
    });

    for (const { request, code, text } of refused) {
      test(
        `it fails with ${code} for a request that it cannot fulfil`,
        async () => {
          expect(await findCode(talk(request, await start(), text ? { text } : {}))).toBe(code);
        },
        limitMs,
      );
    }

    test("a request without a person is refused before anything is made", () => {
      const { imageUrl: _, avatar: __, ownVoice: ___, ...request } = requests[0]!;
      const problems = talker.review?.({ ...request, speech: { text: TEXT } }) ?? {};
      expect(Object.keys(problems)).not.toEqual([]);
    });

    if (shortest) {
      test(
        "a speech that the model would cut off is refused before it is paid for",
        async () => {
          const before = facts.made();
          const limit = talker.models.find(({ id }) => id === shortest.model)?.duration?.max ?? 0;
          expect(await findCode(talk(shortest, await start(), { seconds: limit + 1 }))).toBe("speech_too_long");
          expect(facts.made()).toBe(before);
        },
        limitMs,
      );
    }
  });
}
