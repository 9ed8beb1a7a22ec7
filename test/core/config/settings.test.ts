import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { Group, listSettings, parseSettings } from "#core/config/settings";

const schema = Group({
  url: Type.Optional(Type.String({ minLength: 1, env: "URL", description: "Address." })),
  apiKey: Type.Optional(Type.String({ minLength: 8, secret: true, env: "KEY" })),
  retries: Type.Integer({ default: 3, minimum: 0, env: "RETRIES" }),
  enabled: Type.Boolean({ default: false, env: "ENABLED" }),
  hosts: Type.Array(Type.String(), { default: [], env: "HOSTS" }),
  log: Group({ level: Type.Union([Type.Literal("info"), Type.Literal("debug")], { default: "info", env: "LEVEL" }) }),
});
const parse = (values: unknown, env: Record<string, string> = {}) =>
  parseSettings(schema, values, env, "settings.demo");

test("defaults apply to what is missing", () => {
  const { settings, mistakes } = parse(undefined);
  expect(mistakes).toEqual([]);
  expect(settings).toEqual({ retries: 3, enabled: false, hosts: [], log: { level: "info" } });
});

test("the environment wins over the file", () => {
  const { settings } = parse({ retries: 1, log: { level: "info" } }, { RETRIES: "5", LEVEL: "debug" });
  expect(settings).toMatchObject({ retries: 5, log: { level: "debug" } });
});

test("an empty variable counts as unset", () => {
  expect(parse({ retries: 1 }, { RETRIES: "" }).settings.retries).toBe(1);
});

test.each([
  ["1", true],
  ["yes", true],
  ["on", true],
  ["0", false],
  ["No", false],
  ["off", false],
])("a boolean variable may be %s", (text, expected) => {
  expect(parse({}, { ENABLED: text }).settings.enabled).toBe(expected);
});

test("a list variable is split at commas", () => {
  expect(parse({}, { HOSTS: " a.example , b.example:80," }).settings.hosts).toEqual(["a.example", "b.example:80"]);
});

test("every mistake is reported, by variable or by path", () => {
  const { mistakes } = parse(
    { retries: 1, colour: "red", log: { level: "loud" } },
    { RETRIES: "many", ENABLED: "maybe" },
  );
  expect(mistakes.map(({ where }) => where).sort()).toEqual([
    "ENABLED",
    "RETRIES",
    "settings.demo.colour",
    "settings.demo.log.level",
  ]);
  expect(mistakes.find(({ where }) => where === "settings.demo.colour")?.what).toBe("is not a setting");
  expect(mistakes.find(({ where }) => where === "RETRIES")?.what).toContain('not "many"');
});

test("the value of a secret is not shown", () => {
  const { mistakes } = parse({}, { KEY: "short" });
  expect(mistakes).toHaveLength(1);
  expect(JSON.stringify(mistakes)).not.toContain("short");
});

test("settings must be an object", () => {
  expect(parse([]).mistakes).toEqual([{ where: "settings.demo", what: "must be an object", inFile: true }]);
});

test("plain JSON Schema works like TypeBox", () => {
  const plain = {
    type: "object" as const,
    required: ["name"],
    properties: {
      name: { type: "string" },
      mode: { type: "string", enum: ["fast", "slow"], default: "fast", env: "MODE" },
      limit: { type: "integer" },
    },
  };
  const read = (values: object, env = {}) => parseSettings(plain, values, env, "demo");
  expect(read({ name: "a" }, { MODE: "slow" })).toEqual({ settings: { name: "a", mode: "slow" }, mistakes: [] });
  expect(read({ mode: "odd" }).mistakes.map(({ where }) => where)).toEqual(["demo.name", "demo.mode"]);
});

test("the list of settings has one row per leaf", () => {
  const rows = listSettings(schema);
  expect(rows).toContainEqual({ path: "log.level", env: "LEVEL", default: "info", description: "" });
  expect(rows.map(({ path }) => path)).toEqual(["url", "apiKey", "retries", "enabled", "hosts", "log.level"]);
});
