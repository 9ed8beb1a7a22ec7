/** Clips of long videos: what a search finds, and the videos that become of it. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { toUuid } from "#core/ids";
import { probe } from "#core/media/probe";
import { modules } from "#modules/index";
import { local } from "#plugins/local/index";
import { startApp, type TestApp } from "#test/app";
import { clip, tools } from "#test/plugins/local/edit-clips";
import { film, toSrt } from "#test/plugins/local/moments/film";
import { measureOverlap, plant } from "#test/plugins/local/moments/talks";

// biome-ignore lint/suspicious/noExplicitAny: bodies of responses
type Json = any;

const kit = tools();
const talk = plant("en", 7, 12);
const best = talk.parts[talk.planted]!;

let app: TestApp;
let file: string;
let videoId: string;
beforeAll(async () => {
  app = await startApp({}, [...modules, local]);
  file = await film(talk, join(kit.folder, "talk.mp4"));
  videoId = await upload(file);
});
afterAll(() => app.stop());

async function upload(path: string): Promise<string> {
  const form = new FormData();
  form.append("file", Bun.file(path), "talk.mp4");
  return (await app.api("POST", "/upload", form)).body.videoId;
}

const balance = async () => (await app.api("GET", "/credits")).body.balance;
const search = (body: object, id = videoId) => app.api("POST", `/videos/${id}/clips`, body);
async function finish(body: object, id?: string): Promise<Json> {
  const { status, body: started } = await search(body, id);
  expect({ status, started }).toMatchObject({ status: 202 });
  return app.ended(`/clips/${started.clipsId}`);
}

describe("a talk with its subtitles", () => {
  let found: Json;
  let before: number;
  beforeAll(async () => {
    before = await balance();
    found = await finish({ subtitles: toSrt(talk.cues), count: 2, render: 1, reframe: "center" });
  });

  test("gives moments that begin and end with a sentence, the best passage first", () => {
    expect(found).toMatchObject({ videoId, status: "completed", basis: "speech", creditsUsed: 5 });
    expect(found.clips.length).toBeGreaterThan(1);
    expect(measureOverlap(found.clips[0], best)).toBeGreaterThan(0.5);
    const [first] = found.clips;
    expect([first.hook.startsWith("Why do most people"), first.transcript.startsWith(first.hook)]).toEqual([
      true,
      true,
    ]);
    for (const { transcript } of found.clips) expect(transcript.trim()).toMatch(/[.!?]$/);
    const times = found.clips
      .map(({ start, end }: Json) => ({ start, end }))
      .sort((a: Json, b: Json) => a.start - b.start);
    for (const [at, { start }] of times.entries()) expect(start).toBeGreaterThanOrEqual(times[at - 1]?.end ?? 0);
  });

  test("makes the clip as a video of another shape, whose captions say what is heard", async () => {
    const [{ videoId: clipId, start, end, title }] = found.clips;
    const video = await app.ended(`/videos/${clipId}`);
    expect(video).toMatchObject({ source: "clip", status: "completed", title, clipOf: { videoId, start, end } });
    expect(video.duration).toBeCloseTo(end - start, 0);
    expect([video.width, video.height]).toEqual([180, 320]);
    expect(video.versions.map(({ operation, baseVersion }: Json) => [operation, baseVersion])).toEqual([
      ["clip", undefined],
    ]);
    const { body: version } = await app.api("GET", `/videos/${clipId}/versions/1`);
    expect(version).toMatchObject({ originalVideoId: videoId, originalVersion: 1 });
    expect(version.layers.map(({ type }: Json) => type)).toEqual(["trim", "reframe", "captions"]);
    expect(version.layers[2].transcript[0].text).toStartWith("Why do most people");
    expect(await balance()).toBe(before - 5 - 2);
    expect((await app.api("GET", "/videos?source=clip")).body.videos.map((one: Json) => one.videoId)).toEqual([clipId]);
    expect((await app.api("GET", "/videos?source=upload")).body.pagination.total).toBe(1);
    expect((await app.api("GET", `/videos/${clipId}/transcript`)).body.cues[0].text).toStartWith("Why do most");
  });

  test("gives the words of the subtitles their times, which the captions of the clip have, too", async () => {
    const [{ videoId: clipId, start, end }] = found.clips;
    await app.ended(`/videos/${clipId}`);
    const { cues } = (await app.api("GET", `/videos/${videoId}/transcript`)).body;
    expect(cues.map(({ text }: Json) => text)).toEqual(talk.cues.map(({ text }) => text));
    const words = cues.flatMap((cue: Json) => cue.words);
    for (const cut of [start, end])
      expect(words.filter((word: Json) => cut > word.start && cut < word.end)).toEqual([]);
    const said = talk.cues.flatMap((cue) => cue.words ?? []);
    const errors = words.map((word: Json, i: number) => Math.abs(word.start - said[i]!.start));
    expect(errors.toSorted((a: number, b: number) => a - b)[Math.floor(0.9 * errors.length)]).toBeLessThan(0.25);
    const { body: version } = await app.api("GET", `/videos/${clipId}/versions/1`);
    const shown = version.layers[2].transcript.flatMap((cue: Json) => cue.words);
    const inside = words.filter((word: Json) => word.start > start && word.end < end);
    expect(shown.map(({ word }: Json) => word)).toEqual(inside.map(({ word }: Json) => word));
    for (const [i, word] of inside.entries()) expect(shown[i].start).toBeCloseTo(word.start - start, 2);
  });

  test("boundaries can be moved outwards, and the captions know what is said there", async () => {
    const [{ videoId: clipId, start }] = found.clips;
    await app.ended(`/videos/${clipId}`);
    const { body: version } = await app.api("GET", `/videos/${clipId}/versions/1`);
    const [trim, reframe, captions] = version.layers;
    expect(trim.start).toBe(start);
    const layers = [{ ...trim, start: start - 10 }, { id: reframe.id }, { id: captions.id }];
    const { status, body: wider } = await app.api("POST", `/videos/${clipId}/render`, { layers });
    expect({ status, wider }).toMatchObject({ status: 200, wider: { version: 2, creditsUsed: 1 } });
    const { body: after } = await app.api("GET", `/videos/${clipId}/versions/2`);
    expect(after.duration).toBeCloseTo(version.duration + 10, 0);
    expect(after.layers[2].transcript[0].text).not.toStartWith("Why do most people");
    // Without its trim, it would be the whole long video.
    const whole = await app.api("POST", `/videos/${clipId}/render`, { layers: [{ id: captions.id }] });
    expect([whole.status, Object.keys(whole.body.errors)]).toEqual([400, ["layers"]]);
  });

  test("other moments become videos later, each once", async () => {
    const { clipsId, clips } = found;
    const credits = await balance();
    const ids = [clips[0].id, clips[1].id];
    const { status, body } = await app.api("POST", `/clips/${clipsId}/render`, { ids });
    expect(status).toBe(202);
    expect(body.clips[0].videoId).toBe(clips[0].videoId);
    expect(await app.ended(`/videos/${body.clips[1].videoId}`)).toMatchObject({ status: "completed", source: "clip" });
    await app.api("POST", `/clips/${clipsId}/render`, { ids });
    expect(await balance()).toBe(credits - 2);
    const unknown = await app.api("POST", `/clips/${clipsId}/render`, { ids: ["mom_unknown"] });
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([400, ["ids.0"]]);
  });

  test("409 that names the clips when the long video is deleted, until they are", async () => {
    const { body: videos } = await app.api("GET", "/videos?source=clip");
    const refused = await app.api("DELETE", `/videos/${videoId}`);
    expect(refused.status).toBe(409);
    for (const one of videos.videos) expect(refused.body.detail).toContain(one.videoId);
    for (const one of videos.videos) expect((await app.api("DELETE", `/videos/${one.videoId}`)).status).toBe(204);
    const other = await upload(file);
    expect((await app.api("DELETE", `/videos/${other}`)).status).toBe(204);
  });
});

test("without words, moments are what is heard between pauses", async () => {
  const found = await finish({ count: 1, render: "none" }, await upload(file));
  expect(found).toMatchObject({ status: "completed", basis: "sound" });
  expect(found.clips.every(({ videoId: made }: Json) => made === undefined)).toBe(true);
});

describe("captions of clips", () => {
  let id: string;
  let client: Awaited<ReturnType<TestApp["account"]>>["api"];
  const makeClip = async (body: object): Promise<Json> => {
    const { body: started } = await client("POST", `/videos/${id}/clips`, {
      ...{ count: 1, minSeconds: 5, maxSeconds: 15, reframe: "center" },
      ...body,
    });
    const { clips, warnings = [] } = await app.ended(`/clips/${started.clipsId}`, client);
    const { videoId: made } = clips[0];
    await app.ended(`/videos/${made}`, client);
    const { body: version } = await client("GET", `/videos/${made}/versions/1`);
    const captions = version.layers.find(({ type }: Json) => type === "captions");
    return { captions, warnings: warnings.map(({ code }: Json) => code) };
  };
  beforeAll(async () => {
    ({ api: client } = await app.account(500));
    const form = new FormData();
    form.append("file", Bun.file(file), "talk.mp4");
    id = (await client("POST", "/upload", form)).body.videoId;
    const { status } = await client("PUT", "/brand-kit", {
      captions: { style: "karaoke", position: "top", maxWordsPerLine: 2 },
    });
    expect(status).toBe(200);
  });

  test("are missing without a transcript, and a warning says why", async () => {
    expect(await makeClip({})).toEqual({ captions: undefined, warnings: ["no_captions"] });
  });

  test("look as in the brand kit if the request does not name a look", async () => {
    const { captions, warnings } = await makeClip({ subtitles: toSrt(talk.cues) });
    expect(captions).toMatchObject({ style: "karaoke", position: "top", maxWordsPerLine: 2 });
    expect(warnings).toEqual([]);
  });

  test("look as the request says, or are left out", async () => {
    const { captions } = await makeClip({ captions: { style: "minimal" } });
    expect([captions.style, captions.maxWordsPerLine]).toEqual(["minimal", undefined]);
    expect(await makeClip({ captions: false })).toEqual({ captions: undefined, warnings: [] });
  });
});

describe("another search of the same video", () => {
  const readings = (id: string) =>
    app.vireo.db.selectFrom("clip_readings").select("data").where("video_id", "=", toUuid("vid", id)!);
  const countBytes = async () => {
    const accounts = app.vireo.db.selectFrom("accounts").select((eb) => eb.fn.sum<number>("stored_bytes").as("bytes"));
    return Number((await accounts.executeTakeFirstOrThrow()).bytes);
  };

  test("does not read the file again", async () => {
    const id = await upload(file);
    const first = await finish({ subtitles: toSrt(talk.cues), count: 1, render: "none" }, id);
    const [{ data }] = (await readings(id).execute()) as [{ data: string }];
    // Without the file, only what is kept can give the moments.
    const versions = app.vireo.db.selectFrom("video_versions").select("file");
    const stored = await versions.where("video_id", "=", toUuid("vid", id)!).executeTakeFirstOrThrow();
    await app.vireo.tools.storage.remove(stored.file.key);
    const second = await finish({ count: 1, render: "none", maxSeconds: 40, prompt: "mortgage" }, id);
    expect(second).toMatchObject({ status: "completed", basis: "speech" });
    expect(second.clips[0].reason).toContain("mortgage");
    expect(first.clips[0].reason).not.toContain("mortgage");
    expect(await readings(id).execute()).toEqual([{ data }]);
  });

  test("reads it again after an upgrade, and counts what it keeps until the video is deleted", async () => {
    const id = await upload(file);
    const first = await finish({ subtitles: toSrt(talk.cues), count: 1, render: "none" }, id);
    const [{ data }] = (await readings(id).execute()) as [{ data: string }];
    const counted = await countBytes();
    const older = app.vireo.db.updateTable("clip_readings").set({ data: "older" });
    await older.where("video_id", "=", toUuid("vid", id)!).execute();
    expect(counted - (await countBytes())).toBe(data.length - "older".length);
    const second = await finish({ count: 1, render: "none" }, id);
    const times = ({ clips }: Json) => clips.map(({ start, end }: Json) => [start, end]);
    expect(times(second)).toEqual(times(first));
    expect(await readings(id).execute()).toEqual([{ data }]);
    const kept = await countBytes();
    expect((await app.api("DELETE", `/videos/${id}`)).status).toBe(204);
    expect(await readings(id).execute()).toEqual([]);
    expect(kept - (await countBytes())).toBeGreaterThanOrEqual(data.length);
  });
});

test("fewer moments than wanted are an answer that says so", async () => {
  const found = await finish({ subtitles: toSrt(talk.cues), count: 20, render: "none", range: { start: 0, end: 60 } });
  expect(found.clips.length).toBeLessThan(20);
  expect(found.warnings).toEqual([{ code: "fewer_found", message: expect.any(String) }]);
});

test("clips that the balance does not pay for are left out, and can be made later", async () => {
  const { api: poor } = await app.account(6);
  const form = new FormData();
  form.append("file", Bun.file(file), "talk.mp4");
  const { body: uploaded } = await poor("POST", "/upload", form);
  const { body: started } = await poor("POST", `/videos/${uploaded.videoId}/clips`, {
    subtitles: toSrt(talk.cues),
    count: 1,
  });
  const found = await app.ended(`/clips/${started.clipsId}`, poor);
  expect(found.warnings.map(({ code }: Json) => code)).toContain("insufficient_credits");
  expect(found.clips[0].videoId).toBeUndefined();
});

describe("400 before anything is charged", () => {
  test.each([
    ["for a part that is shorter than two clips", { minSeconds: 40, range: { start: 0, end: 60 } }, "minSeconds"],
    ["for lengths that exclude each other", { minSeconds: 60, maxSeconds: 30 }, "maxSeconds"],
    ["for a range beyond the end", { range: { start: 0, end: 9999 } }, "range.end"],
    ["for a range that ends before it starts", { range: { start: 60, end: 50 } }, "range.end"],
    ["for a file that is no subtitles", { subtitles: "Hello" }, "subtitles"],
  ])("%s", async (_, body, field) => {
    const before = await balance();
    const { status, body: refused } = await search(body);
    expect([status, Object.keys(refused.errors ?? {})]).toEqual([400, [field]]);
    expect(await balance()).toBe(before);
  });

  test("404 for a video of nobody", async () => {
    expect((await search({}, "vid_unknown")).status).toBe(404);
  });
});

test("a silent video without motion gives no moments, and no clips", async () => {
  const silent = await upload(await clip(kit, "silent.mp4", { seconds: 40, sound: false }));
  const found = await finish({}, silent);
  expect(found).toMatchObject({ status: "completed", basis: "sound", clips: [] });
  expect((await probe(join(kit.folder, "silent.mp4")))?.hasAudio).toBe(false);
});
