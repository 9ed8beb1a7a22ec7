import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { pruneDrafts } from "#modules/drafts/drafts";
import { modules } from "#modules/index";
import { startApp, type TestApp } from "#test/app";

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, [...modules]);
});
afterAll(() => app.stop());

const save = (api: TestApp["api"], name: string, content: object, revision: number) =>
  api("PUT", `/drafts/${name}`, { content, revision });

describe("a draft", () => {
  test("is saved over the revision that was seen, and read on another device", async () => {
    const { api } = await app.account(0);
    expect((await api("GET", "/drafts/edit:vid_1")).status).toBe(404);
    expect((await save(api, "edit:vid_1", { text: "Hello" }, 0)).body).toMatchObject({
      name: "edit:vid_1",
      revision: 1,
    });
    expect((await save(api, "edit:vid_1", { text: "Hello!" }, 1)).body.revision).toBe(2);
    expect((await api("GET", "/drafts/edit:vid_1")).body).toMatchObject({ revision: 2, content: { text: "Hello!" } });
    expect((await api("DELETE", "/drafts/edit:vid_1")).status).toBe(204);
    expect((await api("DELETE", "/drafts/edit:vid_1")).status).toBe(404);
    // Another window still has it.
    expect((await save(api, "edit:vid_1", { text: "Hello!!" }, 2)).status).toBe(404);
    expect((await api("GET", "/drafts/edit:vid_1")).status).toBe(404);
  });

  test("is listed with others of its kind, the last changed first, without their content", async () => {
    const { api } = await app.account(0);
    for (const name of ["post-new:1", "edit:vid_1", "post-new:2"]) await save(api, name, { text: "Hello" }, 0);
    await save(api, "post-new:1", { text: "Hello!" }, 1);
    const { body } = await api("GET", "/drafts?prefix=post-new:");
    const updatedAt = expect.any(Number);
    expect(body).toEqual({
      drafts: [
        { name: "post-new:1", revision: 2, updatedAt },
        { name: "post-new:2", revision: 1, updatedAt },
      ],
    });
    const { api: stranger } = await app.account(0);
    expect((await stranger("GET", "/drafts")).body).toEqual({ drafts: [] });
  });

  test("409 over a revision that was not seen, and nothing is lost; the same content again is no conflict", async () => {
    const { api } = await app.account(0);
    await save(api, "post:new", { text: "one" }, 0);
    for (const revision of [0, 2]) {
      const { status, body } = await save(api, "post:new", { text: "two" }, revision);
      expect([status, body.type.split("/").at(-1), body.revision]).toEqual([409, "draft_changed", 1]);
    }
    expect((await api("GET", "/drafts/post:new")).body.content).toEqual({ text: "one" });
    expect((await save(api, "post:new", { text: "one" }, 0)).status).toBe(200);
  });

  test("of ten windows that save at once over the same revision, one wins", async () => {
    const { api } = await app.account(0);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => save(api, "x", { index }, 0)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  });

  test("belongs to whoever saved it", async () => {
    const owner = await app.account(0);
    await save(owner.api, "mine", { secret: true }, 0);
    const { body } = await owner.api("POST", "/keys", { name: "other" });
    for (const api of [app.as(body.key), (await app.account(0)).api]) {
      expect((await api("GET", "/drafts/mine")).status).toBe(404);
      expect((await api("DELETE", "/drafts/mine")).status).toBe(404);
      expect((await save(api, "mine", { secret: false }, 0)).body.revision).toBe(1);
    }
    expect((await owner.api("GET", "/drafts/mine")).body.content).toEqual({ secret: true });
  });

  test("400 for content that is too large, a name of another kind, or no revision", async () => {
    const { api } = await app.account(0);
    expect((await save(api, "big", { text: "ä".repeat(131_060) }, 0)).status).toBe(200);
    expect(Object.keys((await save(api, "big", { text: "ä".repeat(131_070) }, 1)).body.errors)).toEqual(["content"]);
    expect((await save(api, "a%20b", {}, 0)).status).toBe(400);
    expect((await api("PUT", "/drafts/x", { content: {} })).status).toBe(400);
    expect((await api("PUT", "/drafts/x", { content: [], revision: 0 })).status).toBe(400);
    expect((await api("PUT", "/drafts/x", { content: { text: "\u0000" }, revision: 0 })).status).toBe(400);
  });

  test("is removed after 90 days; the 500 that were changed last are kept", async () => {
    const { api, accountId } = await app.account(0);
    await save(api, "first", {}, 0);
    await sql`insert into drafts (account_id, owner, name, content, updated_at)
      select account_id, owner, 'draft-' || n, '{}', now() - n * interval '1 hour'
      from drafts, generate_series(1, 510) as n where account_id = ${accountId}`.execute(app.vireo.db);
    await save(api, "last", {}, 0);
    const count = async () =>
      Number(
        (
          await sql<{ n: number }>`select count(*) as n from drafts where account_id = ${accountId}`.execute(
            app.vireo.db,
          )
        ).rows[0]!.n,
      );
    expect(await count()).toBe(500);
    await sql`update drafts set updated_at = now() - interval '91 days' where account_id = ${accountId} and name <> 'last'`.execute(
      app.vireo.db,
    );
    await pruneDrafts({ db: app.vireo.db });
    expect(await count()).toBe(1);
  });
});
