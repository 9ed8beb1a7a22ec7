/** What a module declares as data, and what becomes of it everywhere else. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collectFacts, resolveLimits, resolvePrices } from "#core/facts";
import type { Module } from "#core/module";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";
import { startApp, type TestApp } from "#test/app";

/** A module as an author writes it: one file, nothing of Vireo changed. */
const NOTES = `
  import { ApiError } from "vireo/errors";
  export default {
    name: "notes",
    title: "Notes",
    description: "Short texts.",
    scopes: ["notes:read", "notes:write"],
    events: { "note.created": { scope: "notes:read" } },
    prices: { note: { credits: 4, description: "A note" } },
    limits: { notes: 3 },
    errors: { note_locked: { status: 409, title: "Note locked", help: "Unlock the note first." } },
    start({ router, db, t, credits, events, prices }) {
      const routes = router()
        .post("", async ({ caller, exchange, body }) => {
          const amount = prices.get("note");
          const reference = crypto.randomUUID();
          await db.transaction().execute(async (trx) => {
            const remaining = await credits.charge(trx, { accountId: caller.accountId, amount, reason: "Note", reference });
            exchange.credits = { used: amount, remaining };
            await events.emit(trx, caller.accountId, "note.created", { text: body.text });
          });
          return { text: body.text };
        }, {
          auth: "notes:write", limit: "notes", cost: ["note"],
          detail: { summary: "Create a note" },
          body: t.Object({ text: t.String() }), response: { 200: t.Object({ text: t.String() }) },
        })
        .post("/lock", () => { throw new ApiError("note_locked"); }, { auth: "notes:write", detail: { summary: "Lock a note" } });
      return { routes };
    },
  };`;

describe("a module in a folder of its own", () => {
  let app: TestApp;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "vireo-notes-"));
    await Bun.write(join(folder, "notes.ts"), NOTES);
    app = await startApp({}, [...modules, ...plugins], {
      VIREO_PLUGINS: join(folder, "notes.ts"),
      RATE_LIMIT_PER_MINUTE: "",
    });
  });
  afterAll(async () => {
    await app.stop();
    await rm(folder, { recursive: true });
  });

  test("has its operations in the API reference, with price, scope, limit and tag", async () => {
    const { body } = await app.as(undefined)("GET", "/openapi.json");
    const operation = body.paths["/notes"].post;
    expect(operation.description).toContain("Costs 4 credits.");
    expect(operation.description).toContain("Needs the scope `notes:write`.");
    expect(operation["x-rate-limit"]).toBe("notes");
    expect(body.tags).toContainEqual({ name: "Notes", description: "Short texts." });
    expect(JSON.stringify(body.components.responses.Conflict)).toContain("note_locked");
  });

  test("has its price in the price list, and charges it", async () => {
    const { api } = await app.account(10);
    const { body } = await api("GET", "/credits/pricing");
    expect(body.prices).toContainEqual({ operation: "note", credits: 4, per: "call" });
    const { headers } = await api("POST", "/notes", { text: "hello" });
    expect(headers.get("x-credits-used")).toBe("4");
    expect((await api("GET", "/credits")).body.balance).toBe(6);
  });

  test("has its scopes in POST /keys, and they are enforced", async () => {
    const reader = await app.account(10, { scopes: ["notes:read"] });
    expect((await reader.api("POST", "/notes", { text: "x" })).status).toBe(403);
    const writer = await app.account(10, { scopes: ["notes:*"] });
    expect((await writer.api("POST", "/notes", { text: "x" })).status).toBe(200);
  });

  test("has its events in webhooks and in the live stream", async () => {
    const { api, key } = await app.account(10);
    const webhook = { url: "https://example.com/hook", events: ["note.created", "note.*"] };
    expect((await api("POST", "/webhooks", webhook)).status).toBe(201);
    const stream = await app.vireo.handle(
      new Request("http://localhost/api/v1/events?types=note.created", { headers: { authorization: `Bearer ${key}` } }),
    );
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    await api("POST", "/notes", { text: "live" });
    let text = "";
    while (!text.includes("live")) text += (await reader.read()).value;
    expect(text).toContain("event: note.created");
    await reader.cancel();
    const deliveries = `/webhooks/${(await api("GET", "/webhooks")).body.webhooks[0].webhookId}/deliveries`;
    expect((await api("GET", deliveries)).body.deliveries[0].type).toBe("note.created");
  });

  test("answers with its own error, which has a page", async () => {
    const { api } = await app.account(10);
    const { status, body } = await api("POST", "/notes/lock");
    expect({ status, title: body.title, detail: body.detail }).toEqual({
      status: 409,
      title: "Note locked",
      detail: "Unlock the note first.",
    });
    expect((await app.as(undefined)("GET", "/errors/note_locked")).body).toContain("Unlock the note first.");
  });

  test("has its own rate limit", async () => {
    const { api } = await app.account(100);
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) statuses.push((await api("POST", "/notes", { text: "x" })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

describe("facts", () => {
  const module = (name: string, facts: Partial<Module>): Module => ({ name, start: () => ({}), ...facts });
  const fact = { credits: 1, description: "" };

  test.each([
    ["a price", { prices: { thing: fact } }, "both declare the price thing"],
    ["an event", { events: { "a.b": { scope: "a:read" } } }, "both declare the event a.b"],
    ["an error kind", { errors: { odd: { status: 409, title: "", help: "" } } }, "both declare the error kind odd"],
  ])("%s of two modules is refused, with both names", (_, facts, message) => {
    const collect = () => collectFacts([module("one", facts), module("two", facts)]);
    expect(collect).toThrow(message);
    expect(collect).toThrow("one and two");
  });

  test("a rate-limit group may be shared by modules that agree on it", () => {
    const [one, two] = [module("one", { limits: { many: 5 } }), module("two", { limits: { many: 5 } })];
    expect(collectFacts([one, two]).limits.many).toBe(5);
    expect(() => collectFacts([one, module("two", { limits: { many: 6 } })])).toThrow("rate-limit group many");
  });

  test.each([
    [{ scopes: ["everything"] }, 'scope: "everything"'],
    [{ events: { created: { scope: "a:read" } } }, 'event: "created"'],
    [{ errors: { "not-so": { status: 409, title: "", help: "" } } }, 'error kind: "not-so"'],
  ])("an invalid name is refused: %p", (facts, message) => {
    expect(() => collectFacts([module("one", facts as Partial<Module>)])).toThrow(
      `The module one declares an invalid ${message}`,
    );
  });

  test("the configuration changes prices and limits, and a model's price comes first", () => {
    const facts = collectFacts([module("one", { prices: { thing: fact }, limits: { many: 5 } })]);
    const prices = resolvePrices(facts, { prices: { thing: 7 }, modelPrices: { big: 9 } });
    expect([prices.get("thing"), prices.get("thing", "big"), prices.get("thing", "other")]).toEqual([7, 9, 7]);
    expect(resolveLimits(facts, { limits: { many: 8 } }).many).toBe(8);
    expect(resolveLimits(facts, { limits: { many: 8 }, limitPerMinute: 2 })).toEqual({
      many: 2,
      default: 2,
      session: 2,
      address: 2,
    });
  });

  test("a route with an undeclared scope stops the start, with its name", async () => {
    const odd = module("odd", {
      start: ({ router }) => ({ routes: router().get("", () => "", { auth: "odd:read", detail: { summary: "Odd" } }) }),
    });
    expect(startApp({}, [odd])).rejects.toThrow(
      "The module odd uses the scope odd:read in GET /api/v1/odd, which no module declares",
    );
  });
});
