/** An attacker uploads forged files whose index keeps the parser busy, so that other people's uploads wait. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { FairQueue } from "#core/fair-queue";
import { forgeClip } from "./forged-clip";
import { startTarget, type Target } from "./target";

let target: Target;
beforeAll(async () => {
  target = await startTarget();
});
afterAll(() => target.stop());

/** A clip whose index (`ctts`) claims four billion pictures. The parser does not end within its time limit. */
async function forgeIndex(): Promise<Uint8Array> {
  const bytes = await forgeClip({ frames: 60, every: 1 / 30, swapped: true });
  bytes.writeUInt32BE(0xff_ff_ff_ff, bytes.indexOf("ctts") + 12);
  return bytes;
}

const upload = (api: Target["victim"]["api"], bytes: Uint8Array) => {
  const data = new FormData();
  data.append("file", new Blob([bytes as Uint8Array<ArrayBuffer>]), "clip.mp4");
  return api("POST", "/upload", data);
};

test("an honest upload does not wait for the forged ones of another account", async () => {
  const [forged, honest] = await Promise.all([forgeIndex(), forgeClip({ frames: 30, every: 1 / 30 })]);
  // As many as are parsed at a time.
  const ends: number[] = [];
  const flood = Array.from({ length: 2 }, () =>
    upload(target.attacker.api, forged).finally(() => ends.push(performance.now())),
  );
  expect((await upload(target.victim.api, honest)).status).toBe(201);
  expect(ends.length).toBeLessThan(2);
  expect((await Promise.all(flood)).map(({ status }) => status)).toEqual([415, 415]);
  // One after the other, each until its time limit of 3 s, so that the other place was free all the time.
  expect(ends[1]! - ends[0]!).toBeGreaterThan(2000);
});

test("413 for a file that claims more than can be processed", async () => {
  const { status, body } = await upload(target.attacker.api, await forgeClip({ width: 12_000, height: 12_000 }));
  expect([status, body.detail]).toEqual([413, expect.stringContaining("12000 × 12000")]);
});

test("keys of a queue take turns, and one key does not take all places", async () => {
  const queue = new FairQueue({ concurrency: 2, perKey: 1 });
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const run = (key: string, name: string) =>
    queue.run(key, async () => {
      started.push(name);
      await new Promise<void>((end) => ends.push(end));
    });
  const all = [run("a", "a1"), run("a", "a2"), run("a", "a3"), run("b", "b1"), run("c", "c1")];
  await Bun.sleep(0);
  expect(started).toEqual(["a1", "b1"]);
  for (let end = 0; end < 5; end++) {
    ends.shift()?.();
    await Bun.sleep(0);
  }
  await Promise.all(all);
  expect(started).toEqual(["a1", "b1", "c1", "a2", "a3"]);
});
