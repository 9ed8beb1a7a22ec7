/** An attacker who knows the Idempotency-Key and the body of somebody's call sends the same call, to get the same answer. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { expectNoLeak, expectRefusal, PRIVATE, startTarget, type Target } from "./target";

let target: Target;
beforeAll(async () => {
  target = await startTarget();
});
afterAll(() => target.stop());

test("a key of another account makes a call of its own", async () => {
  const call = ["POST", "/personas", { name: "x", description: "y" }, { "idempotency-key": "persona-1" }] as const;
  const first = await target.victim.api("POST", "/personas", { name: "x", description: PRIVATE }, call[3]);
  expect(first.status).toBe(201);
  const second = await target.attacker.api(...call);
  expect([second.status, second.headers.get("idempotency-replayed")]).toEqual([201, null]);
  expectNoLeak(second, [first.body.id]);
  expectRefusal(await target.attacker.api("GET", `/personas/${first.body.id}`), 404);
});
