/** A bounded run over hostile uploads. `bun tools/bench/fuzz.ts` goes on for longer, with other seeds. */
import { afterAll, afterEach, beforeAll, expect, setSystemTime, test } from "bun:test";
import { modules } from "#modules/index";
import { startApp, type TestApp } from "#test/app";
import { runTasksInChildren } from "#test/tasks";
import { createCorpus } from "./corpus";
import { tryUpload } from "./upload";

const SEED = 1;
const FILES = 60;

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, modules.map(runTasksInChildren));
});
afterAll(() => app.stop());
afterEach(() => {
  setSystemTime();
});

test("hostile uploads are refused or stored as what they are, and never break the server", async () => {
  const { api } = await app.account();
  const faults: string[] = [];
  const statuses = new Set<number>();
  for await (const file of createCorpus(SEED, FILES)) {
    const { status, fault } = await tryUpload(app, api, file);
    statuses.add(status);
    if (fault) faults.push(`${file.name}: ${fault}`);
  }
  expect(faults).toEqual([]);
  // The corpus has files of every kind.
  for (const status of [201, 413, 415]) expect(statuses).toContain(status);
});

test("a seed makes the same files again, whenever that is", async () => {
  const read = async (seed: number) => {
    const sums: string[] = [];
    for await (const { name, bytes } of createCorpus(seed, 20)) sums.push(`${name} ${Bun.hash(bytes)}`);
    return sums;
  };
  const files = await read(7);
  setSystemTime(new Date("2030-01-01T00:00:00Z"));
  expect(await read(7)).toEqual(files);
  expect(await read(7)).not.toEqual(await read(8));
});
