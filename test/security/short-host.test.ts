/** An attacker sends a Host header of one to three characters, so that edge and router see different paths. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { ADMIN, startApp, type TestApp } from "#test/app";

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, modules);
});
afterAll(() => app.stop());

const get = async (url: string, headers = {}) => (await app.vireo.handle(new Request(url, { headers }))).status;

test.each(["a", "ab", "nas", "nas1"])("a server named %s works, with the paths that everyone sees", async (host) => {
  const authorization = `Bearer ${ADMIN}`;
  expect(await get(`http://${host}/health`)).toBe(200);
  expect(await get(`http://${host}/api/v1/credits`, { authorization })).toBe(200);
  expect(await get(`http://${host}/api/v1/credits?`)).toBe(401);
  expect(await get(`http://${host}/xx/health`)).toBe(404);
  expect(await get(`http://${host}/xx/api/v1/credits`)).toBe(404);
});

test("bodies arrive, streamed ones too", async () => {
  const headers = { authorization: `Bearer ${ADMIN}` };
  const form = new FormData();
  form.set("file", new File(["not a video"], "a.mp4"));
  const upload = new Request("http://a/api/v1/upload", { method: "POST", headers, body: form });
  expect((await app.vireo.handle(upload)).status).toBe(415);
  const json = { ...headers, "content-type": "application/json" };
  const key = new Request("http://a/api/v1/keys", { method: "POST", headers: json, body: '{"name":"short"}' });
  expect((await app.vireo.handle(key)).status).toBe(201);
});
