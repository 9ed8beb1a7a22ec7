/** Video, image and music end to end on the built-in engines: the files are looked at, not only the answers. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { listGenerations } from "#core/generations/store";
import { probe } from "#core/media/probe";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";
import { startApp, type TestApp } from "#test/app";
import { clipVideos } from "#test/engines";
import { watchQueries } from "#test/queries";

const folder = mkdtempSync(join(tmpdir(), "vireo-media-"));
const clips = clipVideos(join(folder, "clip.mp4"));
let app: TestApp;
// biome-ignore lint/suspicious/noExplicitAny: the answer of an API
let video: any;
beforeAll(async () => {
  app = await startApp({}, [...modules, ...plugins, clips.module]);
  const { body } = await app.api("POST", "/videos/generate", {
    prompt: "Fresh coffee. Zero sugar. Try it today",
    duration: 3,
    resolution: "720p",
    aspectRatio: "1:1",
    seed: 7,
  });
  video = await app.ended(`/videos/${body.videoId}`);
  await Bun.write(join(folder, "clip.mp4"), await app.vireo.handle(new Request(video.url)));
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

/** What a stored file really is. */
async function look(url: string) {
  const response = await app.vireo.handle(new Request(url));
  expect(response.status).toBe(200);
  const path = join(folder, crypto.randomUUID());
  await Bun.write(path, response);
  return probe(path);
}

test("a video is a playable file of the size and length that were asked for, with its price by the second", async () => {
  expect(video).toMatchObject({
    status: "completed",
    model: "local-motion-1",
    engine: "local",
    progress: 100,
    creditsUsed: 6,
    aspectRatio: "1:1",
    width: 720,
    height: 720,
  });
  expect(video.versions).toHaveLength(1);
  expect(video.versions[0]).toMatchObject({
    videoId: video.videoId,
    version: 1,
    operation: "original",
    url: video.url,
  });
  expect(await look(video.url)).toMatchObject({ kind: "video", width: 720, height: 720, hasAudio: true });
  expect(Math.abs(video.duration - 3)).toBeLessThan(0.1);
});

describe("edits", () => {
  test("captions and an overlay add versions, one on the other; each stays downloadable", async () => {
    const { status, body: captioned } = await app.api("POST", `/videos/${video.videoId}/captions`, {
      text: "Hello {world} \\N 100%\nпривет 你好 مرحبا 🎬",
      style: "karaoke",
    });
    expect([status, captioned]).toEqual([
      200,
      { videoId: video.videoId, url: expect.any(String), version: 2, operation: "captions", creditsUsed: 2 },
    ]);
    const { body: overlaid } = await app.api("POST", `/videos/${video.videoId}/overlay`, {
      type: "text",
      text: "NEW",
      position: "top-right",
      start: 0.5,
      end: 2,
    });
    expect(overlaid).toMatchObject({ version: 3, operation: "overlay", creditsUsed: 1 });

    const { body: now } = await app.api("GET", `/videos/${video.videoId}`);
    expect(now.url).toBe(overlaid.url);
    expect(now.versions.map((one: { operation: string }) => one.operation)).toEqual([
      "original",
      "captions",
      "overlay",
    ]);
    for (const { url } of now.versions)
      expect(await look(url)).toMatchObject({ kind: "video", width: 720, height: 720, hasAudio: true });

    const { body: old } = await app.api("GET", `/videos/${video.videoId}`, undefined, {
      "service-version": "2025-11-10",
    });
    expect(old.resultUrl).toBe(overlaid.url);
    expect(old.versions[2]).toMatchObject({ id: old.id, taskId: old.id, resultUrl: overlaid.url, version: 3 });
    expect(old.versions[2]).not.toHaveProperty("url");
  });

  test("400 for an edit that makes no sense, and nothing is charged", async () => {
    const before = (await app.api("GET", "/credits")).body.balance;
    const bad: [string, object, string][] = [
      ["captions", {}, "text"],
      ["captions", { text: "a", transcript: [{ start: 0, end: 1, text: "a" }] }, "text"],
      ["captions", { transcript: [{ start: 2, end: 1, text: "a" }] }, "transcript.0.end"],
      ["captions", { text: "a", color: "red" }, "color"],
      ["captions", { subtitlesUrl: "http://10.0.0.1/a.srt" }, "subtitlesUrl"],
      ["overlay", { type: "text" }, "text"],
      ["overlay", { type: "image", text: "a" }, "imageUrl"],
      ["overlay", { type: "text", text: "a", start: 2, end: 1 }, "end"],
      ["overlay", { type: "text", text: "a", position: "middle" }, "position"],
      ["overlay", { type: "text", text: "a", position: { x: 2, y: 0 } }, "position.x"],
    ];
    for (const [operation, body, field] of bad) {
      // The video has captions, which new ones would replace.
      const sent = operation === "captions" ? { ...body, replace: true } : body;
      const { status, body: answer } = await app.api("POST", `/videos/${video.videoId}/${operation}`, sent);
      expect([operation, body, status]).toEqual([operation, body, 400]);
      expect(
        Object.keys(answer.errors).some(
          (name) => name === field || field.startsWith(`${name}.`) || name.startsWith(field),
        ),
      ).toBe(true);
    }
    expect((await app.api("GET", "/credits")).body.balance).toBe(before);
  });

  test("an edit that the engine refuses is answered with the reason, and refunded", async () => {
    const before = (await app.api("GET", "/credits")).body.balance;
    const overlay = { type: "text", text: "ᚠᚢᚦ" };
    const { status, body } = await app.api("POST", `/videos/${video.videoId}/overlay`, overlay);
    expect(status).toBe(400);
    expect(body.failCode).toBe("letters_unsupported");
    expect((await app.api("GET", "/credits")).body.balance).toBe(before);
  });

  test("409 while the video is not completed, 404 for another's", async () => {
    const { body } = await app.api("POST", "/videos/generate", { prompt: "held", model: "clips-1" });
    expect((await app.api("POST", `/videos/${body.videoId}/captions`, { text: "a" })).status).toBe(409);
    const { api } = await app.account();
    expect((await api("POST", `/videos/${video.videoId}/captions`, { text: "a" })).status).toBe(404);
    clips.release();
    await app.ended(`/videos/${body.videoId}`);
  });
});

test("videos are found by a part of their prompt", async () => {
  for (const [q, total] of [
    ["zero SUGAR", 1],
    ["zero_sugar", 0],
  ] as const) {
    const { body } = await app.api("GET", `/videos?q=${encodeURIComponent(q)}`);
    expect(body.pagination).toMatchObject({ total, hasMore: false });
    expect(body.videos).toHaveLength(total);
  }
});

test("a search for a text reads only the videos that may contain it", async () => {
  const { accountId } = await app.account(0);
  const { db } = app.vireo;
  const VIDEOS = 2000;
  await sql`insert into generations (id, account_id, kind, engine, model, status, prompt, request, credits, title, tags, created_at)
    select gen_random_uuid(), ${accountId}, 'video', 'local', 'm', 'completed',
      case n when 700 then 'Ein Glas Öl' else 'Bread ' || md5(n::text) end, '{}', 1,
      case n when 300 then 'Olive öl' end, case n when 500 then array['ÖL'] else '{}' end, now() - n * interval '1 minute'
    from generate_series(1, ${VIDEOS}::int) n`.execute(db);
  await sql`vacuum analyze generations`.execute(db);
  const queries = watchQueries();
  const list = (query: object) =>
    listGenerations(
      db.withPlugin(queries.plugin),
      accountId,
      { kind: "video", prefix: "vid" } as never,
      query as never,
    );
  const { rows, pagination } = await list({ q: "öl" });
  expect(rows.map(({ title, prompt, tags }) => title ?? tags[0] ?? prompt)).toEqual(["Olive öl", "ÖL", "Ein Glas Öl"]);
  expect(pagination).toMatchObject({ total: 3, hasMore: false });
  expect((await list({ q: "no such text" })).pagination.total).toBe(0);
  // In nearly all of them, and few have the label.
  expect((await list({ q: "bread", folder: "No such folder" })).pagination.total).toBe(0);
  expect((await list({ q: "bread", tag: "no such tag" })).pagination.total).toBe(0);
  expect((await list({ q: "bread", status: "failed" })).pagination.total).toBe(0);
  for (const lines of await queries.explain(db, "analyze, costs off, timing off")) {
    const read = lines.map((line) =>
      Number(/actual rows=(\d+)/.exec(line)?.[1] ?? /Removed by Filter: (\d+)/.exec(line)?.[1] ?? 0),
    );
    expect(Math.max(...read)).toBeLessThan(VIDEOS / 10);
  }
  // In nearly all of them.
  expect((await list({ q: "bread", pageSize: "5" })).pagination).toMatchObject({ total: VIDEOS - 1, hasMore: true });
});

test("a search among few of a status passes them once", async () => {
  const { accountId } = await app.account(0);
  const { db } = app.vireo;
  const VIDEOS = 3000;
  await sql`insert into generations (id, account_id, kind, engine, model, status, prompt, request, credits, created_at)
    select gen_random_uuid(), ${accountId}, 'video', 'local', 'm', 'completed', 'Bread ' || n, '{}', 1,
      now() - n * interval '1 minute' from generate_series(1, ${VIDEOS}::int) n`.execute(db);
  await sql`vacuum analyze generations`.execute(db);
  const list = async (query: object) => {
    const queries = watchQueries();
    const kind = { kind: "video", prefix: "vid" } as never;
    const { rows, pagination } = await listGenerations(db.withPlugin(queries.plugin), accountId, kind, {
      q: "bread",
      status: "completed",
      ...query,
    });
    const plans = (await queries.explain(db, "analyze, costs off, timing off")).flat();
    const scans = plans.filter((line) => /(Index|Seq|Heap) .*rows=\d{4}/.test(line));
    return [pagination.total, rows[0]?.prompt, rows.at(-1)?.prompt, scans.length];
  };
  expect(await list({})).toEqual([VIDEOS, "Bread 1", "Bread 20", 1]);
  expect(await list({ page: "3" })).toEqual([VIDEOS, "Bread 41", "Bread 60", 1]);
  expect(await list({ sort: "oldest", page: "2" })).toEqual([VIDEOS, "Bread 2980", "Bread 2961", 1]);
  expect(await list({ page: "151" })).toEqual([VIDEOS, undefined, undefined, 1]);
});

test("a page deep in a search, or in generated videos, is read without sorting", async () => {
  const { accountId } = await app.account(0);
  const { db } = app.vireo;
  const VIDEOS = 12_000;
  await sql`insert into generations (id, account_id, kind, engine, model, status, prompt, request, credits, created_at)
    select gen_random_uuid(), ${accountId}, 'video', case when n % 4 = 0 then 'none' else 'local' end, 'm', 'completed',
      'Bread ' || n, '{}', 1, now() - n * interval '1 minute'
    from generate_series(1, ${VIDEOS}::int) n`.execute(db);
  await sql`vacuum analyze generations`.execute(db);
  const queries = watchQueries();
  const list = async (query: object) => {
    const { rows, pagination } = await listGenerations(
      db.withPlugin(queries.plugin),
      accountId,
      { kind: "video", prefix: "vid" } as never,
      query as never,
    );
    return [pagination.total, rows[0]?.prompt, rows.at(-1)?.prompt];
  };
  expect(await list({ q: "bread", page: "500" })).toEqual([10_000, "Bread 9981", "Bread 10000"]);
  expect(await list({ source: "generated", page: "450" })).toEqual([VIDEOS * 0.75, "Bread 11974", "Bread 11999"]);
  for (const lines of await queries.explain(db, "analyze, costs off, timing off")) {
    const sorted = lines.flatMap((line, at) => (line.includes("Sort (") ? [lines[at]!] : []));
    expect(sorted.filter((line) => /rows=\d{3,}/.test(line))).toEqual([]);
  }
});

test("titles, tags and folders order the library, each account's its own", async () => {
  const { api } = await app.account();
  const prompts = ["beta mugs", "Alpha cups", "gamma bowls"];
  const ids: string[] = [];
  for (const prompt of prompts) ids.push((await api("POST", "/images/generate", { prompt })).body.imageId);
  const list = async (query: string) => {
    const { status, body } = await api("GET", `/images?${query}`);
    return [status, body.pagination?.total, body.images?.map((one: { prompt: string }) => one.prompt)];
  };
  const [beta, alpha, gamma] = ids;
  const { body } = await api("PATCH", `/images/${beta}`, {
    ...{ title: " Zebra mugs ", tags: ["summer", " sale "], folder: "Campaign" },
  });
  expect(body).toMatchObject({ imageId: beta, title: "Zebra mugs", tags: ["summer", "sale"], folder: "Campaign" });
  await api("PATCH", `/images/${gamma}`, { folder: "Campaign", tags: ["sale"] });

  expect(await list("folder=Campaign")).toEqual([200, 2, ["gamma bowls", "beta mugs"]]);
  expect(await list("tag=summer")).toEqual([200, 1, ["beta mugs"]]);
  expect(await list("q=zebra")).toEqual([200, 1, ["beta mugs"]]);
  expect(await list("q=SALE&sort=oldest")).toEqual([200, 2, ["beta mugs", "gamma bowls"]]);
  expect(await list("sort=title")).toEqual([200, 3, ["Alpha cups", "gamma bowls", "beta mugs"]]);
  expect(await list("sort=title&page=2&pageSize=2")).toEqual([200, 3, ["beta mugs"]]);
  const { body: first } = await api("GET", "/images?pageSize=1");
  expect((await api("GET", `/images?sort=title&cursor=${first.pagination.nextCursor}`)).status).toBe(400);

  expect((await api("GET", "/library?kind=image")).body).toEqual({
    folders: [{ name: "Campaign", count: 2 }],
    tags: [
      { name: "sale", count: 2 },
      { name: "summer", count: 1 },
    ],
  });
  expect((await api("GET", "/library?kind=video")).body).toEqual({ folders: [], tags: [] });
  expect((await app.api("GET", "/library?kind=image")).body).toEqual({ folders: [], tags: [] });
  expect((await app.api("PATCH", `/images/${alpha}`, { title: "Mine" })).status).toBe(404);
  expect((await app.api("PATCH", "/library/folders", { folder: "Campaign", name: null })).body).toEqual({ changed: 0 });

  expect((await api("PATCH", "/library/folders", { folder: "Campaign", name: "Autumn" })).body).toEqual({ changed: 2 });
  const { body: bare } = await api("PATCH", `/images/${beta}`, { title: null, tags: [], folder: null });
  expect([bare.title, bare.tags, bare.folder]).toEqual([undefined, undefined, undefined]);
  expect(await list("folder=Autumn")).toEqual([200, 1, ["gamma bowls"]]);
  const { body: track } = await app.api("POST", "/music/generate", { prompt: "Lo-fi, warm, 10 seconds" });
  for (const path of [`/videos/${video.videoId}`, `/music/${track.musicId}`]) {
    const { status, body } = await app.api("PATCH", path, { title: "Morning coffee", tags: ["summer"] });
    expect([status, body.title, body.tags]).toEqual([200, "Morning coffee", ["summer"]]);
  }
  for (const bad of [{ tags: ["x".repeat(51)] }, { folder: "" }, { tag: "x" }])
    expect((await api("PATCH", `/images/${beta}`, bad)).status).toBe(400);
});

test("400 for a length, a size or a model that the engine cannot do", async () => {
  for (const [body, field] of [
    [{ duration: 61 }, "duration"],
    [{ duration: 2 }, "duration"],
    [{ model: "sora-9" }, "model"],
    [{ musicId: "mus_x" }, "musicId"],
    [{ personaId: "nobody" }, "personaId"],
  ] as const) {
    const { status, body: answer } = await app.api("POST", "/videos/generate", { prompt: "x", ...body });
    expect([status, Object.keys(answer.errors)]).toEqual([400, [field]]);
  }
});

test("a deleted video takes its versions along", async () => {
  const { body: now } = await app.api("GET", `/videos/${video.videoId}`);
  expect((await app.api("DELETE", `/videos/${video.videoId}`)).status).toBe(204);
  expect((await app.api("GET", `/videos/${video.videoId}`)).status).toBe(404);
  for (const { url } of now.versions) expect((await app.vireo.handle(new Request(url))).status).toBe(404);
});

test("an image is made, and edited by instruction; what cannot be done fails with a reason and a refund", async () => {
  const { body } = await app.api("POST", "/images/generate", {
    prompt: "Summer sale, up to 50% off. Shop now",
    aspectRatio: "4:5",
  });
  const image = await app.ended(`/images/${body.imageId}`);
  expect(image).toMatchObject({
    status: "completed",
    model: "local-poster-1",
    aspectRatio: "4:5",
    width: 1080,
    height: 1350,
    creditsUsed: 6,
  });
  expect(await look(image.url)).toMatchObject({ kind: "image", width: 1080, height: 1350 });

  const { body: started, status } = await app.api("POST", "/images/edit", {
    imageId: image.imageId,
    prompt: "crop to square and make it black and white",
  });
  expect([status, started.creditsUsed]).toEqual([202, 2]);
  const edited = await app.ended(`/images/${started.imageId}`);
  expect(edited).toMatchObject({ status: "completed", width: 1080, height: 1080 });

  const before = (await app.api("GET", "/credits")).body.balance;
  const { body: other } = await app.api("POST", "/images/edit", {
    imageId: image.imageId,
    prompt: "remove the person in the background",
  });
  expect(await app.ended(`/images/${other.imageId}`)).toMatchObject({ status: "failed", failCode: "edit_unsupported" });
  expect((await app.api("GET", "/credits")).body.balance).toBe(before);
});

test("music is an MP3 with album art; the model is recorded as asked, and vocals are refused honestly", async () => {
  const { body } = await app.api("POST", "/music/generate", {
    prompt: "calm piano, 10 seconds",
    model: "V4_5",
    title: "Quiet morning",
  });
  expect(body).toMatchObject({ model: "V4_5", status: "pending", creditsUsed: 3 });
  const track = await app.ended(`/music/${body.musicId}`);
  expect(track).toMatchObject({
    status: "completed",
    model: "V4_5",
    engine: "local",
    title: "Quiet morning",
    duration: 10,
  });
  expect((await app.api("GET", "/music?q=quiet")).body.tracks).toMatchObject([{ title: "Quiet morning" }]);
  expect(await look(track.audioUrl)).toMatchObject({ kind: "audio", hasAudio: true });
  expect(await look(track.albumArtUrl)).toMatchObject({ kind: "image" });

  const long = await app.api("POST", "/music/generate", { prompt: "ambient, 10 minutes" });
  expect(long.status).toBe(400);
  expect(long.body.errors.prompt).toEqual([expect.stringContaining("3 to 300 seconds")]);

  const credits = async () => (await app.api("GET", "/credits")).body;
  const before = await credits();
  const sung = await app.api("POST", "/music/generate", { prompt: "pop song", instrumental: false });
  expect([sung.status, Object.keys(sung.body.errors)]).toEqual([400, ["instrumental"]]);
  const asked = await app.api("POST", "/music/generate", { prompt: "soul ballad with female vocals" });
  expect([asked.status, Object.keys(asked.body.errors)]).toEqual([400, ["prompt"]]);
  expect(await credits()).toEqual(before);
});
