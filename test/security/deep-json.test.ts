/** An attacker sends JSON so deep that parsing blocks the server or walking through it exhausts the stack. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { startApp, type TestApp } from "#test/app";

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, modules);
});
afterAll(() => app.stop());

const send = (body: string) => app.api("POST", "/images/generate", body);

test.each([
  ["arrays", "[".repeat(100_000) + "]".repeat(100_000)],
  ["objects", `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`],
  ["a field", `{"prompt":${"[".repeat(65)}${"]".repeat(65)}}`],
  ["arrays that are never closed", "[".repeat(400_000)],
  ["brackets after an escaped quote", `["\\"",${"[".repeat(65)}${"]".repeat(65)}]`],
])("400 for %s nested too deep", async (_, json) => {
  const { status, body } = await send(json);
  expect([status, body.errors]).toEqual([400, { body: ["JSON may be nested at most 64 levels deep."] }]);
});

test("400 for a file that is announced or copied with JSON nested too deep", async () => {
  const { status, body } = await app.api("POST", "/upload", "[".repeat(400_000) + "]".repeat(400_000));
  expect([status, body.errors]).toEqual([400, { body: ["JSON may be nested at most 64 levels deep."] }]);
});

test("brackets in text do not count", async () => {
  const { body } = await send(JSON.stringify({ prompt: `"${"[{".repeat(900)}\\`, unknown: 1 }));
  expect(body.errors).toEqual({ unknown: ["Unknown field."] });
});
