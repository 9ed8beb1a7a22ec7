import { afterAll, beforeAll, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { startApp, type TestApp } from "#test/app";

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ limits: { posts: 1e6 } as never }, modules);
});
afterAll(() => app.stop());

test("sets of hashtags and captions are saved by name, replaced, listed and deleted", async () => {
  const { api } = await app.account(0);
  const summer = { kind: "hashtags", text: "#coldbrew #été_2027" };
  const name = encodeURIComponent("Été");
  expect((await api("PUT", `/social/snippets/${name}`, { ...summer, text: ` ${summer.text}\n` })).body).toEqual({
    ...summer,
    name: "Été",
  });
  const caption = { kind: "caption", text: "New this week:\n\nOrder at coldbrew.example" };
  await api("PUT", "/social/snippets/Closing", { ...summer });
  await api("PUT", "/social/snippets/Closing", caption);
  const { body } = await api("GET", "/social/snippets");
  expect(body.snippets).toEqual([
    { name: "Closing", ...caption },
    { name: "Été", ...summer },
  ]);
  // Another account has its own.
  expect((await (await app.account(0)).api("GET", "/social/snippets")).body.snippets).toEqual([]);
  // The same name, as macOS spells it.
  expect((await api("DELETE", `/social/snippets/${encodeURIComponent("Été".normalize("NFD"))}`)).status).toBe(204);
  expect((await api("DELETE", `/social/snippets/${name}`)).status).toBe(404);
});

test.each([
  [{ kind: "hashtags", text: "coldbrew #coffee" }, "text", "Must be hashtags"],
  [{ kind: "hashtags", text: "#cold-brew" }, "text", "Must be hashtags"],
  [{ kind: "caption", text: "  " }, "text", ""],
  [{ kind: "caption", text: "x".repeat(2201) }, "text", "2200"],
  [{ kind: "footer", text: "x" }, "kind", "hashtags, caption"],
])("400 for %j", async (body, field, message) => {
  const response = await app.api("PUT", "/social/snippets/x", body);
  expect(response.status).toBe(400);
  expect(response.body.errors[field][0]).toContain(message);
});

test("an account has at most 200, which can still be changed", async () => {
  const { api, accountId } = await app.account(0);
  const values = Array.from({ length: 200 }, (_, n) => ({
    ...{ account_id: accountId, name: `n${n}`, kind: "caption" as const, text: "x" },
  }));
  await app.vireo.db.insertInto("social_snippets").values(values).execute();
  expect((await api("PUT", "/social/snippets/more", { kind: "caption", text: "x" })).status).toBe(409);
  expect((await api("PUT", "/social/snippets/n7", { kind: "caption", text: "y" })).status).toBe(200);
});
