/** Names from macOS have decomposed characters (NFD); other systems type composed ones (NFC). */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { listForms, toName } from "#core/http/list";
import { modules } from "#modules/index";
import { startApp, type TestApp } from "#test/app";
import { fakeImages, PIXEL } from "#test/engines";

const COMPOSED = "Café München";
const DECOMPOSED = COMPOSED.normalize("NFD");

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, [...modules, fakeImages({})]);
});
afterAll(() => app.stop());

const both = [COMPOSED, DECOMPOSED].map(encodeURIComponent);

test("an uploaded file is found by its name and tags, in either form", async () => {
  const { api } = await app.account();
  const form = new FormData();
  form.append("file", new Blob([PIXEL]), `${DECOMPOSED}.png`);
  const { body } = await api("POST", "/upload", form);
  expect(body.fileName).toBe(`${COMPOSED}.png`);
  const presigned = { fileName: `${DECOMPOSED} 2.png`, contentType: "image/png", size: 10 };
  expect((await api("POST", "/upload", presigned)).body.fileName).toBe(`${COMPOSED} 2.png`);
  const patched = await api("PATCH", `/uploads/${body.uploadId}`, { tags: [DECOMPOSED, COMPOSED] });
  expect(patched.body.tags).toEqual([COMPOSED]);
  for (const name of both) {
    expect((await api("GET", `/uploads?q=${name}`)).body.pagination.total).toBe(2);
    expect((await api("GET", `/uploads?tag=${name}`)).body.pagination.total).toBe(1);
  }
});

test("titles, tags, folders and prompts are found in either form; the prompt stays as it was sent", async () => {
  const { api, accountId } = await app.account();
  const { imageId } = (await api("POST", "/images/generate", { prompt: `Poster: ${DECOMPOSED}` })).body;
  const find = (query: string) => api("GET", `/images?${query}`).then(({ body }) => body.pagination.total);
  for (const name of both) expect(await find(`q=${name}`)).toBe(1);
  expect((await api("GET", `/images/${imageId}`)).body.prompt).toBe(`Poster: ${DECOMPOSED}`);

  const labels = { title: DECOMPOSED, tags: [DECOMPOSED], folder: DECOMPOSED };
  expect((await api("PATCH", `/images/${imageId}`, labels)).body).toMatchObject({
    ...{ title: COMPOSED, tags: [COMPOSED], folder: COMPOSED },
  });
  for (const name of both) {
    expect(await find(`tag=${name}`)).toBe(1);
    expect(await find(`folder=${name}`)).toBe(1);
  }
  // As earlier versions stored names.
  await app.vireo.db
    .updateTable("generations")
    .set({ prompt: "Poster", title: DECOMPOSED, tags: [DECOMPOSED], folder: DECOMPOSED })
    .where("account_id", "=", accountId)
    .execute();
  for (const name of both) for (const filter of ["q", "tag", "folder"]) expect(await find(`${filter}=${name}`)).toBe(1);
  const renamed = await api("PATCH", "/library/folders", { folder: COMPOSED, name: DECOMPOSED });
  expect(renamed.body).toEqual({ changed: 1 });
  expect((await api("GET", "/library")).body.folders).toEqual([{ name: COMPOSED, count: 1 }]);
});

test("products are found by name in either form", async () => {
  const { api } = await app.account();
  const { body } = await api("POST", "/products", { name: DECOMPOSED, description: DECOMPOSED });
  expect([body.name, body.description]).toEqual([COMPOSED, DECOMPOSED]);
  for (const name of both) expect((await api("GET", `/products?q=${name}`)).body.pagination.total).toBe(1);
});

test("Korean, Vietnamese and kana are composed as well", () => {
  for (const name of ["한글 로고", "Phở bò", "ガイド"]) {
    expect(toName(` ${name.normalize("NFD")} `)).toBe(name);
    expect(listForms(name.normalize("NFD"))).toEqual([name, name.normalize("NFD")]);
  }
  expect(listForms("plain")).toEqual(["plain"]);
});
