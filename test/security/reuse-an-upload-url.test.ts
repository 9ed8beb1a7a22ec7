/** An attacker who was handed a one-time upload URL swaps the file that was checked for another one. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { PIXEL } from "#test/engines";
import { until } from "#test/until";
import { startTarget, type Target } from "./target";

let target: Target;
beforeAll(async () => {
  target = await startTarget();
});
afterAll(() => target.stop());

/** A PNG of the same size and type, with other content. */
const other = Buffer.from(PIXEL);
other[other.length - 20]! ^= 0xff;

/** Sends all but the last byte, and the rest when asked. */
function putSlowly(url: string, bytes: Uint8Array) {
  const held = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(bytes.subarray(0, -1));
      await held.promise;
      controller.enqueue(bytes.subarray(-1));
      controller.close();
    },
  });
  return { answer: target.as(undefined)("PUT", url, body), finish: held.resolve };
}

const presign = async () =>
  (await target.victim.api("POST", "/upload", { fileName: "a.png", contentType: "image/png", size: PIXEL.length }))
    .body;
const read = async (url: string) =>
  Buffer.from(await (await target.vireo.handle(new Request(url))).arrayBuffer()).toString("hex");

test("a PUT that began earlier and ends later gets 409 and changes nothing", async () => {
  const { uploadUrl, url } = await presign();
  const slow = putSlowly(uploadUrl, other);
  expect((await target.as(undefined)("PUT", uploadUrl, PIXEL)).status).toBe(200);
  slow.finish();
  const { status, body } = await slow.answer;
  expect([status, body.type]).toEqual([409, expect.stringMatching(/conflict$/)]);
  expect(await read(url)).toBe(PIXEL.toString("hex"));
});

test("of several that end at the same moment, one is stored", async () => {
  const { uploadUrl, url } = await presign();
  const all = [PIXEL, other, PIXEL, other].map((bytes) => ({ bytes, ...putSlowly(uploadUrl, bytes) }));
  for (const { finish } of all) finish();
  const answers = await Promise.all(all.map(async ({ bytes, answer }) => ({ bytes, status: (await answer).status })));
  const winners = answers.filter(({ status }) => status === 200);
  expect(winners).toHaveLength(1);
  // 404 for one that had not begun when the URL was used.
  for (const { status } of answers) expect([200, 404, 409]).toContain(status);
  expect(await read(url)).toBe(winners[0]!.bytes.toString("hex"));
});

test("an upload that was deleted meanwhile is not stored", async () => {
  const { uploadUrl, url, uploadId } = await presign();
  const slow = putSlowly(uploadUrl, PIXEL);
  await until(async () => (await target.victim.api("DELETE", `/uploads/${uploadId}`)).status === 204);
  slow.finish();
  // 404 if it was deleted before the PUT had begun.
  expect([404, 409]).toContain((await slow.answer).status);
  expect((await target.vireo.handle(new Request(url))).status).toBe(404);
});
