import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { newUuid } from "#core/ids";
import { newStorageKey } from "#core/storage/storage";
import { modules } from "#modules/index";
import { local } from "#plugins/local/index";
import { type Client, startApp, type TestApp } from "#test/app";
import { createBoxFont, woff2 } from "#test/fonts";
import { clip, pictureAt, tools } from "#test/plugins/local/edit-clips";
import { runTasksInChildren } from "#test/tasks";

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, [...modules, runTasksInChildren(local)]);
});
afterAll(() => app.stop());

function upload(file: Uint8Array<ArrayBuffer>, { name, client = app.api }: { name?: string; client?: Client } = {}) {
  const form = new FormData();
  // The name of the file says nothing, and must not matter.
  form.append("file", new Blob([file]), "../../etc/passwd.ttf");
  if (name !== undefined) form.append("name", name);
  return client("POST", "/fonts", form);
}

const fetchFile = async (url: string) => app.vireo.handle(new Request(url));
const storedBytes = async (client: Client) => (await client("GET", "/usage")).body.storageBytes.used;

describe("fonts", () => {
  test("are uploaded, listed, counted in the storage, read and deleted", async () => {
    const { api } = await app.account();
    const { status, body: font } = await upload(createBoxFont(), { client: api });
    expect(status).toBe(201);
    expect(font).toMatchObject({ name: "Box Sans", family: "Box Sans", style: "Regular", weight: 400, usedFor: [] });
    expect((await api("GET", "/fonts")).body.fonts).toEqual([font]);
    expect(await storedBytes(api)).toBe(font.size);
    const file = await fetchFile(font.url);
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "font/ttf"]);
    expect((await file.bytes()).length).toBe(font.size);
    expect((await api("DELETE", `/fonts/${font.fontId}`)).status).toBe(204);
    expect((await api("GET", "/fonts")).body.fonts).toEqual([]);
    expect([await storedBytes(api), (await fetchFile(font.url)).status]).toEqual([0, 404]);
  });

  test("are unpacked from WOFF2, with a name of one's own", async () => {
    const { body: font } = await upload(new Uint8Array(woff2), { name: " Headlines " });
    expect(font).toMatchObject({ name: "Headlines", family: "Anton" });
    expect(font.ascent).toBeCloseTo(2876 / 2048, 3);
    expect(Buffer.from(await (await fetchFile(font.url)).bytes()).readUInt32BE(0)).toBe(0x00010000);
    expect(await upload(new Uint8Array(woff2), { name: "headlines" })).toMatchObject({ status: 409 });
  });

  test("400 with the reason for a font whose license forbids embedding, and for damaged ones", async () => {
    const forbidden = await upload(createBoxFont({ fsType: 2 }));
    expect(forbidden.status).toBe(400);
    expect(forbidden.body.errors.file[0]).toContain("forbids embedding");
    const whole = createBoxFont();
    const damaged = [whole.subarray(0, 300), whole.fill(0xff, 12, 200), Buffer.concat([woff2.subarray(0, 900)])];
    for (const file of damaged) {
      const { status, body } = await upload(new Uint8Array(file));
      expect([status, Object.keys(body.errors)]).toEqual([400, ["file"]]);
    }
  });

  test("415 for what is no font, 400 for a name with hidden characters", async () => {
    expect((await upload(new TextEncoder().encode("%PDF-1.7 and so on"))).status).toBe(415);
    expect((await app.api("POST", "/fonts", { url: "https://example.com/a.ttf" })).status).toBe(415);
    expect(await upload(createBoxFont(), { name: "a\u202eb" })).toMatchObject({ status: 400 });
  });

  test("belong to one account: others neither see, use nor delete them", async () => {
    const { body: font } = await upload(createBoxFont({ family: "Mine" }));
    const stranger = (await app.account()).api;
    expect((await stranger("GET", "/fonts")).body.fonts).toEqual([]);
    expect((await stranger("DELETE", `/fonts/${font.fontId}`)).status).toBe(404);
    const kit = { fonts: { heading: font.fontId } };
    expect((await stranger("PUT", "/brand-kit", kit)).body.errors).toHaveProperty(["fonts.heading"]);
  });

  test("409 beyond twenty", async () => {
    const { api, accountId } = await app.account();
    const rows = Array.from({ length: 20 }, (_, i) => ({
      ...{ id: newUuid(), account_id: accountId, name: `Font ${i}`, key: newStorageKey("ttf"), size: 1 },
      facts: { family: "F", style: "Regular", weight: 400, ascent: 1, descent: 0 },
    }));
    await app.vireo.db.insertInto("fonts").values(rows).execute();
    expect(await upload(createBoxFont(), { client: api })).toMatchObject({
      status: 409,
      body: { limit: 20, used: 20, type: expect.stringContaining("quota_exceeded") },
    });
  });
});

/** How much of the rectangle around its bright pixels a picture fills: 1 is a solid box. */
function measureFill(isBright: (x: number, y: number) => boolean, width: number, height: number) {
  let [left, top, right, bottom, count] = [width, height, -1, -1, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isBright(x, y)) continue;
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
      count++;
    }
  }
  return count / Math.max(1, (right - left + 1) * (bottom - top + 1));
}

describe("an uploaded font", () => {
  let fontId: string;
  let videoId: string;
  beforeAll(async () => {
    fontId = (await upload(createBoxFont({ family: "Boxes" }))).body.fontId;
    const form = new FormData();
    const file = await Bun.file(await clip(tools(), "own.mp4", { seconds: 1, size: "540x960" })).bytes();
    form.append("file", new Blob([file], { type: "video/mp4" }), "own.mp4");
    videoId = (await app.api("POST", "/upload", form)).body.videoId;
  });

  const readPicture = async (url: string) => {
    const path = join(tools().folder, "made.mp4");
    await Bun.write(path, await (await fetchFile(url)).bytes());
    const pixels = (await pictureAt(path, 0.5))!;
    return measureFill((x, y) => pixels[y * 540 + x]! > 160, 540, 960);
  };
  const caption = async (text: string, fontFamily?: string) => {
    const body = { transcript: [{ start: 0, end: 1, text }], style: "minimal", fontSize: 160, fromVersion: 1 };
    const { status, body: edited } = await app.api("POST", `/videos/${videoId}/captions`, { ...body, fontFamily });
    expect([status, edited.detail]).toEqual([200, undefined]);
    return readPicture(edited.url);
  };

  test("draws captions, and a built-in font draws what it lacks", async () => {
    expect(await caption("HIT")).toBeLessThan(0.75);
    expect(await caption("HIT", fontId)).toBeGreaterThan(0.95);
    expect(await caption("HIT", "boxes")).toBeGreaterThan(0.95);
    const digits = await caption("717", fontId);
    expect(digits).toBeGreaterThan(0.1);
    expect(digits).toBeLessThan(0.75);
  });

  test("draws text overlays, and several layers of a render", async () => {
    const overlay = { type: "overlay", text: "HIT", fontFamily: fontId, fontSize: 160 };
    const { body } = await app.api("POST", `/videos/${videoId}/render`, { layers: [overlay], fromVersion: 1 });
    expect(await readPicture(body.url)).toBeGreaterThan(0.95);
    const unknown = { layers: [{ ...overlay, fontFamily: "fnt_01h455vb4pex5vsknk084sn02q" }] };
    const { status, body: problem } = await app.api("POST", `/videos/${videoId}/render`, unknown);
    expect([status, Object.keys(problem.errors)]).toEqual([400, ["layers.0.fontFamily"]]);
  });

  test("of the brand kit draws posters, cannot be deleted, and is free once it is not used", async () => {
    const kit = { colors: ["#000000", "#ffffff"], fonts: { heading: fontId, text: "Inter" } };
    const fill = async () => {
      const { body } = await app.api("POST", "/images/generate", { prompt: "HIT HIT HIT", aspectRatio: "1:1" });
      const { url } = await app.ended(`/images/${body.imageId}`);
      const image = await loadImage(Buffer.from(await (await fetchFile(url)).bytes()));
      const context = createCanvas(image.width, image.height).getContext("2d");
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, image.width, image.height).data;
    };
    expect((await app.api("PUT", "/brand-kit", { ...kit, fonts: {} })).status).toBe(200);
    const before = await fill();
    expect((await app.api("PUT", "/brand-kit", kit)).status).toBe(200);
    const after = await fill();
    const differs = before.reduce((sum, value, i) => sum + (Math.abs(value - after[i]!) > 60 ? 1 : 0), 0);
    expect(differs / before.length).toBeGreaterThan(0.02);
    const [listed] = (await app.api("GET", "/fonts")).body.fonts.filter(
      (font: { fontId: string }) => font.fontId === fontId,
    );
    expect(listed.usedFor).toEqual(["heading"]);
    const refused = await app.api("DELETE", `/fonts/${fontId}`);
    expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining("for headings") } });
    await app.api("PUT", "/brand-kit", {});
    expect((await app.api("DELETE", `/fonts/${fontId}`)).status).toBe(204);
  });
});
