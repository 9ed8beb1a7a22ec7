import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { sql } from "kysely";
import { toUuid } from "#core/ids";
import { modules } from "#modules/index";
import { local } from "#plugins/local/index";
import { sandbox } from "#plugins/sandbox/index";
import { TestClock } from "#sdk/testing/clock";
import { startApp, type TestApp } from "#test/app";
import { serveFiles } from "#test/files";
import { clip, synthesize, tools } from "#test/plugins/local/edit-clips";
import { until } from "#test/until";

const files = serveFiles();
const clock = new TestClock();
let app: TestApp;
let bytes: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  bytes = new Uint8Array(await Bun.file(await clip(tools(), "own.mp4", { seconds: 2 })).arrayBuffer());
  const config = { allowHosts: ["127.0.0.1"], providers: { social: "sandbox" } };
  app = await startApp(config, [...modules, local, sandbox], {}, clock);
});
afterAll(() => app.stop());

const upload = async (client = app.api) => {
  const form = new FormData();
  form.append("file", new Blob([bytes], { type: "video/mp4" }), "My talk.mp4");
  return (await client("POST", "/upload", form)).body;
};
const isStored = async (url: string) => (await app.vireo.handle(new Request(url))).status === 200;

test("an uploaded video is a video: free, listed, captioned, posted", async () => {
  const { videoId, url } = await upload();
  const { body: video } = await app.api("GET", `/videos/${videoId}`);
  expect(video).toMatchObject({ model: "upload", source: "upload", status: "completed", prompt: "My talk.mp4", url });
  expect(video).toMatchObject({ creditsUsed: 0, duration: 2, versions: [{ version: 1, operation: "original" }] });
  const captions = { transcript: [{ start: 0, end: 1, text: "Hello" }] };
  const { status, body: edited } = await app.api("POST", `/videos/${videoId}/captions`, captions);
  expect([status, edited.version]).toEqual([200, 2]);
  await app.api("POST", "/social/accounts");
  const [{ accountId }] = (await app.api("GET", "/social/accounts")).body.accounts;
  const post = { videoId, mode: "draft", content: "Hi", accountIds: [accountId] };
  expect((await app.api("POST", "/social/posts", post)).body).toMatchObject({ videoId });
});

test("a list shows only uploads or only generated videos, with its total", async () => {
  const { pagination } = (await app.api("GET", "/videos?source=upload")).body;
  const other = (await app.api("GET", "/videos?source=generated&status=completed")).body;
  expect([pagination.total, other.pagination.total, other.videos]).toEqual([1, 0, []]);
});

test("a list shows only the videos asked for, and none of another account", async () => {
  const { videoId } = await upload();
  const list = async (ids: string, api = app.api) => (await api("GET", `/videos?ids=${ids}`)).body;
  expect((await list(`${videoId},vid_unknown`)).videos).toMatchObject([{ videoId }]);
  expect((await list("vid_unknown")).pagination.total).toBe(0);
  expect((await list(videoId, (await app.account()).api)).videos).toEqual([]);
});

test("a video is made of an earlier upload, or of an address, with a title", async () => {
  const { uploadId } = await upload();
  const own = await app.api("POST", "/videos", { uploadId, title: "Take two" });
  expect(own).toMatchObject({ status: 201, body: { prompt: "Take two", title: "Take two", source: "upload" } });
  const copied = await app.api("POST", "/videos", { url: files.clip, title: "From afar" });
  expect(copied).toMatchObject({
    status: 201,
    body: { prompt: "From afar", title: "From afar", width: 360, height: 640, aspectRatio: "9:16" },
  });
});

test("the old version shows a video of an upload as it shows every video", async () => {
  const { uploadId } = await upload();
  const { body } = await app.api("POST", "/videos", { uploadId }, { "service-version": "2025-11-10" });
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(body).toMatchObject({ id, taskId: body.id, resultUrl: body.versions[0].resultUrl });
  expect(body.versions[0]).toMatchObject({ id: body.id, taskId: body.id, version: 1 });
  expect([body, body.versions[0]].flatMap(Object.keys)).not.toContainAnyValues(["videoId", "url"]);
});

test("400 for an upload that is unknown, another account's or no video, for neither and for both", async () => {
  const { uploadId } = await upload();
  const stranger = await app.account();
  expect((await stranger.api("POST", "/videos", { uploadId })).status).toBe(400);
  expect((await app.api("POST", "/videos", { url: files.picture })).status).toBe(400);
  for (const body of [{}, { uploadId, url: files.clip }, { uploadId: crypto.randomUUID() }])
    expect((await app.api("POST", "/videos", body)).status).toBe(400);
});

test("the file stays as long as the upload or one of its videos does", async () => {
  const { uploadId, videoId, url } = await upload();
  const second = (await app.api("POST", "/videos", { uploadId })).body.videoId;
  expect((await app.api("DELETE", `/videos/${videoId}`)).status).toBe(204);
  expect(await isStored(url)).toBe(true);
  expect((await app.api("DELETE", `/uploads/${uploadId}`)).status).toBe(204);
  expect(await isStored(url)).toBe(true);
  expect((await app.api("GET", `/videos/${second}`)).body.url).toBe(url);
  expect((await app.api("DELETE", `/videos/${second}`)).status).toBe(204);
  expect(await isStored(url)).toBe(false);
});

test("an uploaded video gets a still that shows something, which goes with it", async () => {
  const path = join(tools().folder, "fades-in.mp4");
  await synthesize(path, { pictures: "testsrc2=s=180x320:r=15:d=4,fade=in:st=1:d=2" });
  const form = new FormData();
  form.append("file", Bun.file(path), "fades-in.mp4");
  const { videoId, uploadId } = (await app.api("POST", "/upload", form)).body;
  const posterUrl = await until<string | undefined>(
    async () => (await app.api("GET", `/videos/${videoId}`)).body.posterUrl,
  );
  const response = await app.vireo.handle(new Request(posterUrl));
  expect(response.headers.get("content-type")).toBe("image/jpeg");
  const picture = await loadImage(await response.bytes());
  const canvas = createCanvas(picture.width, picture.height);
  canvas.getContext("2d").drawImage(picture, 0, 0);
  const pixels = canvas.data();
  expect([picture.width, picture.height]).toEqual([180, 320]);
  expect(pixels.reduce((sum, value) => sum + value, 0) / pixels.length).toBeGreaterThan(100);
  // The file is the video's own now, and the still is kept with it.
  expect((await app.api("DELETE", `/uploads/${uploadId}`)).status).toBe(204);
  expect((await app.api("GET", `/videos/${videoId}`)).body).toMatchObject({ posterUrl });
  expect((await app.api("DELETE", `/videos/${videoId}`)).status).toBe(204);
  expect(await isStored(posterUrl)).toBe(false);
});

test("a video has a small picture of its newest version for lists, which goes with it", async () => {
  const { videoId } = await upload();
  const read = async () => (await app.api("GET", `/videos/${videoId}`)).body;
  const thumbnailUrl = await until<string | undefined>(async () => (await read()).thumbnailUrl);
  const response = await app.vireo.handle(new Request(thumbnailUrl));
  expect(response.headers.get("content-type")).toBe("image/webp");
  expect((await response.bytes()).length).toBeWithin(100, 20_000);

  expect((await app.api("POST", `/videos/${videoId}/trim`, { start: 0.2 })).status).toBe(200);
  const edited = (await read()).thumbnailUrl;
  expect(edited).not.toBe(thumbnailUrl);
  expect([await isStored(thumbnailUrl), await isStored(edited)]).toEqual([true, true]);
  const { body } = await app.api("GET", "/videos?pageSize=100");
  expect(body.videos.find((one: { videoId: string }) => one.videoId === videoId).thumbnailUrl).toBe(edited);

  expect((await app.api("DELETE", `/videos/${videoId}`)).status).toBe(204);
  expect(await isStored(edited)).toBe(false);
});

test("a video that was listed by an upgrade gets a small copy of its poster, which stays", async () => {
  const { videoId } = await upload();
  const id = toUuid("vid", videoId)!;
  const read = async () => (await app.api("GET", `/videos/${videoId}`)).body;
  await until(async () => (await read()).thumbnailUrl);
  const { posterUrl } = await read();
  await sql`with one as (update generations set files = files - 'thumbnail' where id = ${id} returning id, account_id)
    insert into video_posters (video_id, account_id) select id, account_id from one`.execute(app.vireo.db);
  await clock.advance(60_000);
  expect(await until<string | undefined>(async () => (await read()).thumbnailUrl)).toEndWith(".webp");
  expect((await read()).posterUrl).toBe(posterUrl);
});
