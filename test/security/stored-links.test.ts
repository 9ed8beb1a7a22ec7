/** A reader of a copied database looks for links that work, and for text that a browser runs. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { sandbox } from "#plugins/sandbox/index";
import { endless, PIXEL } from "#test/engines";
import { startTarget, type Target } from "./target";

let target: Target;
beforeAll(async () => {
  target = await startTarget({ modules: [...modules, sandbox, endless] });
});
afterAll(() => target.stop());

const readAll = async () => JSON.stringify(await target.vireo.db.selectFrom("idempotency").selectAll().execute());

test("the one-time upload link is stored nowhere; a replay masks it and names the field", async () => {
  const body = { fileName: "a.png", contentType: "image/png", size: PIXEL.length };
  const headers = { "idempotency-key": "one" };
  const first = await target.victim.api("POST", "/upload", body, headers);
  const token = first.body.uploadUrl.split("/").at(-1);
  expect(await readAll()).not.toContain(token);
  const again = await target.victim.api("POST", "/upload", body, headers);
  expect(again.body).toEqual({ ...first.body, uploadUrl: "***" });
  expect(again.headers.get("idempotency-masked")).toBe("uploadUrl");
  // The response for a file has no such field, and replays as it was.
  const form = () => {
    const data = new FormData();
    data.append("file", new Blob([PIXEL as Uint8Array<ArrayBuffer>]), "a.png");
    return new Response(data);
  };
  const sent = form();
  const type = { "content-type": sent.headers.get("content-type")!, "content-length": "500", "idempotency-key": "two" };
  const bytes = await sent.bytes();
  const stored = await target.victim.api("POST", "/upload", bytes, type);
  expect(stored.status).toBe(201);
  const replayed = await target.victim.api("POST", "/upload", bytes, type);
  expect([replayed.headers.get("idempotency-masked"), replayed.body]).toEqual([null, stored.body]);
});

test("what is stored of a sandbox feed's token does not open the feed; an old row still does", async () => {
  const { api, accountId } = target.victim;
  await api("POST", "/social/accounts");
  const { accounts } = (await api("GET", "/social/accounts")).body;
  const look = async (address: string) =>
    (await target.vireo.handle(new Request(`http://localhost/open/sandbox/${address}`))).status;
  const token = /sandbox\/([\w-]+)/.exec(accounts[0].profileUrl)![1]!;
  expect(await look(token)).toBe(200);
  const feeds = () => target.vireo.db.updateTable("sandbox_feeds").where("account_id", "=", accountId);
  const row = await target.vireo.db
    .selectFrom("sandbox_feeds")
    .selectAll()
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  const readAccounts = () =>
    target.vireo.db.selectFrom("social_accounts").selectAll().where("account_id", "=", accountId).execute();
  expect(JSON.stringify([row, await readAccounts()])).not.toContain(token);
  // A row of an earlier version.
  const clear = target.vireo.db.updateTable("social_accounts").set({ profile_url: accounts[0].profileUrl });
  await clear.where("account_id", "=", accountId).where("username", "=", accounts[0].username).execute();
  expect((await api("GET", "/social/accounts")).body.accounts[0].profileUrl).toBe(accounts[0].profileUrl);
  await api("POST", "/social/accounts");
  expect(JSON.stringify(await readAccounts())).not.toContain(token);
  for (const stored of [row.token!, row.token_hash!]) expect([stored, await look(stored)]).toEqual([stored, 404]);
  await feeds().set({ token_hash: null }).execute();
  expect(await look(row.token!)).toBe(404);
  await feeds().set({ token: "of-an-earlier-version" }).execute();
  expect(await look("of-an-earlier-version")).toBe(200);
});

test("an attribution is a page; one that an earlier version took is left out", async () => {
  const scene = (url: string) => ({
    ...{ kind: "hook", text: "Hello" },
    attribution: { source: "Shelf", author: "Ann", url, license: "Free" },
  });
  const order = (url: string) => ({ prompt: "x", duration: 3, scenes: [scene(url)] });
  for (const url of ["javascript:alert(1)", "data:text/html,x", "JAVASCRIPT:alert(1)", "ftp://example.com"]) {
    const { status, body } = await target.victim.api("POST", "/videos/generate", order(url));
    expect([url, status, Object.keys(body.errors)]).toEqual([url, 400, ["scenes.0.attribution.url"]]);
  }
  const { body } = await target.victim.api("POST", "/videos/generate", { prompt: "x", duration: 3 });
  const facts = { scenes: [scene("javascript:alert(1)"), scene("https://shelf.example/1")] };
  await target.vireo.db
    .updateTable("generations")
    .set({ facts })
    .where("account_id", "=", target.victim.accountId)
    .execute();
  const video = (await target.victim.api("GET", `/videos/${body.videoId}`)).body;
  expect(video.attributions.map(({ url }: { url: string }) => url)).toEqual(["https://shelf.example/1"]);
  expect(JSON.stringify(video)).not.toContain("javascript:");
});
