/** Who pays for a render that reaches the time limit. */
import { describe, expect, test } from "bun:test";
import { CAUSED_BY_FILE, EngineError, type Run } from "vireo/engine";
import { createEngines } from "#plugins/local/engines";

const { engines } = createEngines({
  settings: { renders: 1, timeLimitSeconds: 60, hardware: "off" },
  log: { info() {}, error() {} } as never,
  child: async (task) => {
    if (task === "codec") return "FFmpeg" as never;
    throw new EngineError("engine_timeout", "The engine did not finish in time.");
  },
});
const run = { folder: "", signal: new AbortController().signal, download: async () => "in" } as unknown as Run;

describe("an edit that takes too long", () => {
  const trim = { id: "trim", operation: "trim", start: 0, end: 1 } as const;
  const edit = { model: "local", sourceUrl: "https://example.com/a.mp4", layers: [trim] };

  test("is the caller's to pay if they uploaded the video", async () => {
    const error = await engines.edit.create({ ...edit, isUpload: true }, run).catch((error) => error);
    expect(error).toMatchObject({ code: "source_timeout", message: expect.stringContaining("The charge is kept") });
    expect(CAUSED_BY_FILE.has(error.code)).toBe(true);
  });

  test("is refunded if Vireo made the video", async () => {
    const error = await engines.edit.create(edit, run).catch((error) => error);
    expect(error.code).toBe("engine_timeout");
    expect(CAUSED_BY_FILE.has(error.code)).toBe(false);
  });
});
