/** A busy server gets the whole report of a child process, whatever its size. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runChild } from "#core/process/child";

/** Its child creates a file just before it reports. */
const plugin = `
import { join } from "node:path";
export default {
  name: "reporter",
  children: {
    repeat: async () => async ({ length }, { folder }) => {
      await Bun.write(join(folder, "reports"), "");
      return "x".repeat(length);
    },
  },
  start: () => ({}),
};`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-child-"));
  await Bun.write(join(folder, "reporter.ts"), plugin);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Blocks the event loop until well after the report. */
function beBusy(): void {
  for (let waits = 0; waits < 1000 && !existsSync(join(folder, "reports")); waits++) Bun.sleepSync(10);
  Bun.sleepSync(500);
}

test.each([1, 16_000_000])("a report of %d bytes is complete after the server was busy", async (length) => {
  await rm(join(folder, "reports"), { force: true });
  const host = { plugins: [join(folder, "reporter.ts")] };
  const options = { folder, signal: AbortSignal.timeout(60_000), timeLimitMs: 30_000 };
  const output = runChild<string>(host, "reporter", "repeat", { length }, options);
  setTimeout(beBusy, 50);
  expect((await output).length).toBe(length);
});
