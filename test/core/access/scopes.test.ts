import { expect, test } from "bun:test";
import { createScopes, requireScope } from "#core/access/scopes";
import type { Caller } from "#core/request/exchange";

const scopes = createScopes(["notes:read", "notes:write", "media:read", "admin"]);
const caller = (more: Partial<Caller> = {}): Caller => ({
  accountId: "a",
  keyId: "k",
  keyName: "ci",
  scopes: new Set(["notes:read"]),
  ...more,
});

test("groups exist for resources with more than one scope", () => {
  expect(scopes.grantable).toEqual(["notes:read", "notes:write", "media:read", "admin", "notes:*"]);
});

test("a group stands for its scopes, each listed once", () => {
  expect(scopes.expand(["notes:*", "notes:read"])).toEqual(["notes:read", "notes:write"]);
});

test("an unknown scope stands for nothing", () => {
  expect(scopes.expand(["notes:delete", "note:*", "*"])).toEqual([]);
});

test("a stored scope includes the scopes that it was split into, and admin all", () => {
  const split = createScopes(
    ["notes:read", "notes:draft", "notes:write", "admin"],
    {},
    { "notes:write": ["notes:draft"] },
  );
  expect([...split.resolve(["notes:write"])]).toEqual(["notes:write", "notes:draft"]);
  expect([...split.resolve(["notes:draft"])]).toEqual(["notes:draft"]);
  expect([...split.resolve(["admin"])]).toEqual([...split.all]);
});

test("a caller with the scope passes", () => {
  expect(() => requireScope(caller(), "notes:read")).not.toThrow();
});

test("without the scope, the error names the key and the scope", () => {
  expect(() => requireScope(caller(), "notes:write")).toThrow('The key "ci" does not have the scope notes:write.');
});

test("without the scope, the error names the person", () => {
  const person = caller({ personId: "p", keyName: "ann@example.com" });
  expect(() => requireScope(person, "notes:write")).toThrow("ann@example.com does not have the scope notes:write.");
});
