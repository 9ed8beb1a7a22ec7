import { afterAll, beforeAll, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { local } from "#plugins/local/index";
import { createClient } from "#sdk/client/index";
import { ADMIN, startApp, type TestApp } from "#test/app";
import { clipVideos } from "#test/engines";
import { clip, tools } from "#test/plugins/local/edit-clips";
import { until } from "#test/until";

let app: TestApp;
let videoId: string;
beforeAll(async () => {
  const { module } = clipVideos(await clip(tools(), "clip.mp4"));
  app = await startApp({ providers: { video: "clips" } }, [...modules, local, module]);
  const { body } = await app.api("POST", "/videos/generate", { prompt: "Hello", duration: 3 });
  ({ videoId } = await app.ended(`/videos/${body.videoId}`));
});
afterAll(() => app.stop());

const ASYNC = { prefer: "respond-async" };
const isOver = ({ status }: { status: string }) => status === "completed" || status === "failed";

async function followEdit(editId: string) {
  return until(async () => {
    const { body } = await app.api("GET", `/edits/${editId}`);
    return isOver(body) && body;
  });
}

test("202 with Prefer: respond-async; the edit then shows its state and its version", async () => {
  const started = await app.api("POST", `/videos/${videoId}/trim`, { start: 0.5 }, ASYNC);
  expect([started.status, started.body]).toEqual([
    202,
    {
      editId: expect.stringMatching(/^edt_/),
      videoId,
      operation: "trim",
      status: "pending",
      creditsUsed: 1,
      createdAt: expect.any(Number),
    },
  ]);
  const { editId } = started.body;
  expect(started.headers.get("location")).toBe(`/api/v1/edits/${editId}`);
  expect(started.headers.get("preference-applied")).toBe("respond-async");
  const edit = await followEdit(editId);
  expect(edit).toMatchObject({ editId, videoId, operation: "trim", status: "completed", progress: 100, version: 2 });
  const { body: video } = await app.api("GET", `/videos/${videoId}`);
  expect(video.versions.at(-1)).toMatchObject({ version: 2, url: edit.url });
});

test("200 with the result if the edit is done within the seconds of wait", async () => {
  const sent = { type: "text", text: "NEW" };
  const prefer = { prefer: "respond-async, wait=120" };
  const { status, body } = await app.api("POST", `/videos/${videoId}/overlay`, sent, prefer);
  expect([status, body.operation]).toEqual([200, "overlay"]);
});

test("an edit that fails says why, its credits come back, and an event tells", async () => {
  const before = (await app.api("GET", "/credits")).body.balance;
  const { status, body } = await app.api("POST", `/videos/${videoId}/captions`, { text: "ᚠᚢᚦ" }, ASYNC);
  expect(status).toBe(202);
  expect(await followEdit(body.editId)).toMatchObject({ status: "failed", failCode: "letters_unsupported" });
  expect((await app.api("GET", "/credits")).body.balance).toBe(before);
  const [event] = await app.vireo.db
    .selectFrom("events")
    .select("data")
    .where("type", "=", "video.edit_failed")
    .execute();
  expect(event?.data).toMatchObject({ editId: body.editId, failCode: "letters_unsupported" });
});

test("the client waits for an edit that goes on after the response, and throws if it fails", async () => {
  const send = (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    headers.set("prefer", "respond-async");
    return app.vireo.handle(new Request(url, { ...init, headers }));
  };
  const vireo = createClient({ baseUrl: "http://localhost", apiKey: ADMIN, fetch: send });
  const edit = await vireo.videos.addTrim(videoId, { start: 0.2 });
  expect(edit).toMatchObject({ operation: "trim", version: expect.any(Number), url: expect.any(String) });
  const failing = vireo.videos.addCaptions(videoId, { text: "ᚠᚢᚦ", replace: true });
  await expect(failing).rejects.toMatchObject({ kind: "failed" });
});

test("404 for an edit that does not exist, of another account, or a video's id", async () => {
  const { body } = await app.api("POST", `/videos/${videoId}/trim`, { start: 0.1, fromVersion: 1 }, ASYNC);
  await followEdit(body.editId);
  const stranger = await app.account();
  expect((await stranger.api("GET", `/edits/${body.editId}`)).status).toBe(404);
  for (const id of ["edt_nothing", videoId]) expect((await app.api("GET", `/edits/${id}`)).status).toBe(404);
});
