/** A busy server gets the whole report of a child process, whatever its size. Background work yields to other work. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runChild } from "#core/process/child";
import { until } from "#test/until";

/** Its child creates a file just before it reports. */
const plugin = `
import { getPriority } from "node:os";
import { join } from "node:path";
export default {
  name: "reporter",
  children: {
    repeat: async () => async ({ length }, { folder }) => {
      await Bun.write(join(folder, "reports"), "");
      return "x".repeat(length);
    },
    hold: async () => async (_, { folder }) => {
      await Bun.write(join(folder, "held"), "");
      while (!(await Bun.file(join(folder, "go")).exists())) await Bun.sleep(10);
      return getPriority();
    },
    rank: async () => async () => getPriority(),
    show: async () => async (_, { folder, show }) => {
      for (const name of ["first", "second"]) await Bun.write(join(folder, name), name);
      show({ poster: join(folder, "first") });
      process.send({ type: "shown", files: { poster: "link" } });
      process.send({ type: "shown", files: { poster: "../reporter.ts" } });
      process.send({ type: "shown", files: "second" });
      process.send({ type: "shown" });
      for (let i = 0; i < 50; i++) show({ preview: join(folder, "second") });
      return 1;
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

test("background work begins when no other process runs, at the lowest priority, and can be stopped before", async () => {
  const host = { plugins: [join(folder, "reporter.ts")] };
  const signal = AbortSignal.timeout(60_000);
  const options = { folder, signal, timeLimitMs: 30_000 };
  const order: string[] = [];
  const run = (task: string, name: string, more: object = {}) =>
    runChild<number>(host, "reporter", task, {}, { ...options, ...more }).finally(() => order.push(name));
  const held = run("hold", "held");
  await until(() => existsSync(join(folder, "held")));
  const stop = new AbortController();
  const stopped = run("rank", "stopped", { isBackground: true, signal: stop.signal });
  const background = run("rank", "background", { isBackground: true });
  expect(await run("rank", "other")).toBe(10);
  stop.abort(new Error("The server is stopping."));
  expect(stopped).rejects.toThrow("The server is stopping.");
  await stopped.catch(() => {});
  await Bun.write(join(folder, "go"), "");
  expect(await held).toBe(10);
  expect(await background).toBe(19);
  expect(order).toEqual(["other", "stopped", "held", "background"]);
});

test("a task shows files of its folder while it goes on, a few times, and no others", async () => {
  const own = await mkdtemp(join(tmpdir(), "vireo-child-"));
  const host = { plugins: [join(folder, "reporter.ts")] };
  const shown: Readonly<Record<string, string>>[] = [];
  const show = async (files: Readonly<Record<string, string>>) => void shown.push(files);
  const options = { folder: own, signal: AbortSignal.timeout(60_000), timeLimitMs: 30_000, show };
  await symlink(join(folder, "reporter.ts"), join(own, "link"));
  await runChild(host, "reporter", "show", {}, options);
  await until(() => shown.length > 1);
  expect(shown[0]).toEqual({ poster: join(own, "first") });
  expect(shown.slice(1).every(({ preview, poster }) => preview === join(own, "second") && !poster)).toBe(true);
  expect(shown.length).toBeLessThan(10);
  await rm(own, { recursive: true });
});

test("a task that is cancelled while its process starts ends, with its process", async () => {
  const own = await mkdtemp(join(tmpdir(), "vireo-child-"));
  const cancel = new AbortController();
  const host = {
    // Read once the start has begun.
    get plugins() {
      cancel.abort(new Error("Cancelled."));
      return [join(folder, "reporter.ts")];
    },
  };
  const output = runChild(host, "reporter", "hold", {}, { folder: own, signal: cancel.signal, timeLimitMs: 60_000 });
  expect(output).rejects.toThrow("Cancelled.");
  await output.catch(() => {});
  await rm(own, { recursive: true });
}, 15_000);
