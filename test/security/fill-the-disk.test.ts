/** An attacker without a credit stores files until the server's disk is full. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { fakeImages, PIXEL } from "#test/engines";
import { until } from "#test/until";
import { expectRefusal, startTarget, type Target } from "./target";

const SIZE = PIXEL.length;
/** Room for ten pixels. */
const QUOTA = SIZE * 10;

let target: Target;
beforeAll(async () => {
  const config = { quotas: { storageBytes: QUOTA, parallelUploads: 3 } as never };
  target = await startTarget({ config, modules: [...modules, fakeImages({})] });
});
afterAll(() => target.stop());

const form = () => {
  const data = new FormData();
  data.append("file", new Blob([PIXEL as Uint8Array<ArrayBuffer>]), "a.png");
  return data;
};
type Api = Target["victim"]["api"];
const upload = (api: Api) => api("POST", "/upload", form());
const readUsage = async (accountId: string) =>
  (await target.api("GET", `/accounts/${accountId}`)).body.usage.storageBytes;

test("507 when the quota is used up; the file that was refused is not kept", async () => {
  const { api, accountId } = await target.account();
  for (let file = 0; file < 10; file++) expect((await upload(api)).status).toBe(201);
  const answer = await upload(api);
  expectRefusal(answer, 507);
  expect(answer.body).toMatchObject({ limit: QUOTA, used: QUOTA });
  expect(answer.body.type).toEndWith("/errors/storage_quota_exceeded");
  expect(await readUsage(accountId)).toBe(QUOTA);
  const presign = { fileName: "a.png", contentType: "image/png", size: SIZE };
  expectRefusal(await api("POST", "/upload", presign), 507);
  expect((await upload(target.victim.api)).status).toBe(201);
});

test("a one-time URL does not help", async () => {
  const { api, accountId } = await target.account();
  const presign = { fileName: "a.png", contentType: "image/png", size: SIZE };
  const urls = await Promise.all(Array.from({ length: 12 }, async () => (await api("POST", "/upload", presign)).body));
  const statuses: number[] = [];
  for (const { uploadUrl } of urls) statuses.push((await target.as(undefined)("PUT", uploadUrl, PIXEL)).status);
  expect(statuses).toEqual([...Array(10).fill(200), 507, 507]);
  expect(await readUsage(accountId)).toBe(QUOTA);
});

test("uploads in parallel are counted one after the other, and bounded", async () => {
  const { api, accountId } = await target.account();
  const answers = await Promise.all(Array.from({ length: 30 }, () => upload(api)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 429]));
  const refused = answers.find(({ status }) => status === 429)!;
  expect(refused.body.type).toEndWith("/errors/too_many_uploads");
  expect(refused.headers.get("retry-after")).toBe("5");
  await until(async () => (await upload(api)).status === 507);
  expect(await readUsage(accountId)).toBe(QUOTA);
});

test("images that are generated count, and everything deleted counts no more", async () => {
  const { api, accountId } = await target.account();
  for (let file = 0; file < 9; file++) expect((await upload(api)).status).toBe(201);
  const generate = () => api("POST", "/images/generate", { prompt: "x" });
  const { body } = await generate();
  await target.ended(`/images/${body.imageId}`, api);
  expect(await readUsage(accountId)).toBe(QUOTA);
  expectRefusal(await generate(), 507);
  const [first] = (await api("GET", "/uploads")).body.uploads;
  await api("DELETE", `/uploads/${first.uploadId}`);
  await api("DELETE", `/images/${body.imageId}`);
  expect(await readUsage(accountId)).toBe(SIZE * 8);
});

test("an administrator gives one account more", async () => {
  const { api, accountId } = await target.account();
  await target.api("PATCH", `/accounts/${accountId}`, { storageBytes: SIZE });
  expect((await upload(api)).status).toBe(201);
  expectRefusal(await upload(api), 507);
  const { body } = await target.api("PATCH", `/accounts/${accountId}`, { storageBytes: SIZE * 2 });
  expect(body).toMatchObject({ storageBytes: SIZE * 2, usage: { storageBytes: SIZE } });
  expect((await upload(api)).status).toBe(201);
});

test("507 for uploads while the disk is almost full, whoever sends them", async () => {
  const low = await startTarget({ config: { quotas: { freeBytes: 2 ** 52 } as never } });
  try {
    const answer = await upload(low.victim.api);
    expectRefusal(answer, 507);
    expect(answer.body.type).toEndWith("/errors/insufficient_storage");
  } finally {
    await low.stop();
  }
});
