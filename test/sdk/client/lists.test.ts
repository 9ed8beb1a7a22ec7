import { afterAll, beforeAll, expect, test } from "bun:test";
import { modules } from "#modules/index";
import type { Vireo } from "#sdk/client/index";
import { fakeImages } from "#test/engines";
import { type ClientApp, rejection, startServer } from "#test/sdk/client/server";

let app: ClientApp;
let vireo: Vireo;
const TOTAL = 7;
const names = (from: number, to: number) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => `p${from + Math.sign(to - from) * i}`);
beforeAll(async () => {
  app = await startServer([...modules, fakeImages({})]);
  ({ vireo } = await app.account());
  for (let i = 1; i <= TOTAL; i++) await vireo.personas.create({ name: `p${i}` });
});
afterAll(() => app.stop());

const PATH = "/api/v1/personas";
const asked = () => app.proxy.seen("GET", PATH).map(({ path }) => path.split("?")[1] ?? "");

test("awaited, a list is one page", async () => {
  const { personas, pagination } = await vireo.personas.list({ pageSize: 3, page: 2 });
  expect(personas.map(({ name }) => name)).toEqual(names(4, 2));
  expect(pagination).toMatchObject({ total: TOTAL, page: 2, pageSize: 3, hasMore: true });
});

test("gone through, it is every item of all pages, newest first", async () => {
  const before = asked().length;
  const found: string[] = [];
  for await (const { name } of vireo.personas.list({ pageSize: 3 })) found.push(name);
  expect(found).toEqual(names(TOTAL, 1));
  expect(asked().slice(before)).toEqual(["pageSize=3", "pageSize=3&page=2", "pageSize=3&page=3"]);
});

test("without a page size the largest pages are asked for; from a page on, what comes after it", async () => {
  const before = asked().length;
  for await (const _ of vireo.personas.list());
  const found: string[] = [];
  for await (const { name } of vireo.personas.list({ pageSize: 3, page: 3 })) found.push(name);
  expect(found).toEqual(["p1"]);
  expect(asked().slice(before)).toEqual(["pageSize=100", "pageSize=3&page=3"]);
});

test("a long list is gone through by cursor", async () => {
  const { vireo: own, accountId } = await app.account();
  for (let i = 0; i < 5; i++) await app.api("POST", "/credits/grants", { accountId, amount: 1 });
  const found: string[] = [];
  for await (const { transactionId } of own.credits.transactions.list({ pageSize: 2 })) found.push(transactionId);
  expect(new Set(found).size).toBe((await own.credits.transactions.list()).pagination.total);
  const queries = app.proxy.seen("GET", "/api/v1/credits/transactions").map(({ path }) => path.split("?")[1]);
  expect(queries[0]).toBe("pageSize=2");
  expect(queries[1]).toMatch(/^pageSize=2&cursor=[\w-]+$/);
});

test("nothing is asked before it is wanted, and no more pages than are wanted", async () => {
  const before = asked().length;
  const list = vireo.personas.list({ pageSize: 2 });
  expect(asked().length).toBe(before);
  for await (const { name } of list) if (name === "p6") break;
  expect(asked().length - before).toBe(1);
});

test("an item that new ones push to the next page comes once", async () => {
  const own = (await app.account()).vireo;
  for (let i = 1; i <= 4; i++) await own.personas.create({ name: `p${i}` });
  const found: string[] = [];
  for await (const { name } of own.personas.list({ pageSize: 2 })) {
    found.push(name);
    if (name === "p3") await own.personas.create({ name: "late" });
  }
  expect(found).toEqual(["p4", "p3", "p2", "p1"]);
});

test("a list without pages is gone through the same way", async () => {
  const versions: string[] = [];
  for await (const { version } of vireo.versions.list()) versions.push(version);
  expect(versions).toContain("2026-03-06");
});

test("a list that is refused rejects, awaited or gone through", async () => {
  const refused = () => vireo.personas.list({ pageSize: 0 });
  expect(await rejection(refused())).toMatchObject({ kind: "validation_error" });
  expect(await refused().catch(({ status }) => status)).toBe(400);
  const through = async () => {
    for await (const _ of refused());
  };
  expect(await rejection(through())).toMatchObject({ kind: "validation_error" });
});
