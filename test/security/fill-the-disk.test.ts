/** An attacker without a credit stores files until the server's disk is full. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { download } from "#sdk/inputs/download";
import { fakeImages, PIXEL } from "#test/engines";
import { until } from "#test/until";
import { expectRefusal, startTarget, type Target } from "./target";

const SIZE = PIXEL.length;
/** Room for ten pixels. */
const QUOTA = SIZE * 10;

let target: Target;
beforeAll(async () => {
  const config = { quotas: { storageBytes: QUOTA, parallelUploads: 3 } as never, allowHosts: ["127.0.0.1"] };
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

/** Serves a file that begins as a video and goes on for 256 MiB. */
function serveEndless() {
  const chunk = Buffer.alloc(2 ** 20);
  const head = Buffer.concat([Buffer.from([0, 0, 0, 16]), Buffer.from("ftypmp42\0\0\0\0"), chunk]);
  const sent = { bytes: 0 };
  const fetch = () => {
    const pull = (controller: ReadableStreamDefaultController) => {
      if (sent.bytes >= 2 ** 28) return controller.close();
      controller.enqueue(sent.bytes === 0 ? head : chunk);
      sent.bytes += 2 ** 20;
    };
    return new Response(new ReadableStream({ pull }));
  };
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch });
  return { url: `http://127.0.0.1:${server.port}/a.mp4`, sent, stop: () => server.stop(true) };
}

test("507 for a file of unknown size that grows beyond the quota, without reading the rest", async () => {
  const { url, sent, stop } = serveEndless();
  try {
    const { api } = await target.account();
    expectRefusal(await api("POST", "/upload", { url }), 507);
    expect(sent.bytes).toBeLessThan(2 ** 27);
  } finally {
    await stop();
  }
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

describe("while the disk is almost full", () => {
  const images = fakeImages({
    create: async (request, run) => {
      await download(run, (request as unknown as { source: { url: string } }).source.url);
      return { state: "failed", code: "downloaded", message: "All of it was downloaded." };
    },
  });
  let low: Target;
  beforeAll(async () => {
    const config = { quotas: { freeBytes: 2 ** 52 } as never, allowHosts: ["127.0.0.1"] };
    low = await startTarget({ config, modules: [...modules, images] });
  });
  afterAll(() => low.stop());

  test("507 for uploads, whoever sends them", async () => {
    const answer = await upload(low.victim.api);
    expectRefusal(answer, 507);
    expect(answer.body.type).toEndWith("/errors/insufficient_storage");
  });

  test("a generation does not go on with what it downloads", async () => {
    const { url, sent, stop } = serveEndless();
    try {
      const { api } = low.attacker;
      const { body } = await api("POST", "/images/edit", { prompt: "x", imageUrl: url });
      const image = await low.ended(`/images/${body.imageId}`, api);
      expect([image.status, image.failMessage]).toEqual(["failed", expect.stringContaining("free disk space")]);
      expect(sent.bytes).toBeLessThan(2 ** 27);
    } finally {
      await stop();
    }
  });
});

test("409 for more videos than a library may have, and none of them is kept", async () => {
  const config = { settings: { "viral-library": { maxVideos: 3 } } as never };
  const small = await startTarget({ config });
  try {
    const { api } = small.attacker;
    const page = (id: number) => `https://www.tiktok.com/@someone/video/${id}`;
    const send = (...ids: number[]) => api("POST", "/viral-library/videos", { videos: ids.map(page) });
    expect((await send(1, 2)).status).toBe(202);
    const refused = await send(3, 4);
    expectRefusal(refused, 409);
    expect(refused.body).toMatchObject({ limit: 3, used: 2 });
    expect((await api("GET", "/viral-library/videos")).body.pagination.total).toBe(2);
    expect((await send(1, 2, 3)).status).toBe(202);
    expect((await small.victim.api("POST", "/viral-library/videos", { videos: [page(1)] })).status).toBe(202);
  } finally {
    await small.stop();
  }
});
