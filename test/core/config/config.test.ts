import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import { Type } from "@sinclair/typebox";
import { prepare } from "#core/boot/prepare";
import { readConfig } from "#core/config/config";
import { collectFacts } from "#core/facts";
import { defineModule, type Module } from "#core/module";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-config-"));
});
afterAll(() => rm(folder, { recursive: true }));

const notes = defineModule({
  name: "notes",
  prices: { note: { credits: 1, description: "" } },
  settings: Type.Object({ days: Type.Integer({ default: 7, env: "NOTES_DAYS" }) }, { additionalProperties: false }),
  start: () => ({}),
});
async function readSettings(modules: Module[], config: object, env: Record<string, string> = {}) {
  const { settingsOf } = await readConfig(env, config as never);
  return settingsOf(modules, collectFacts(modules));
}

test("without a file or variables, the defaults apply", async () => {
  const { config } = await readConfig({});
  expect(config).toMatchObject({ host: "127.0.0.1", port: 3000, credits: { initial: 1000 }, log: { level: "info" } });
  expect(isAbsolute(config.dataDir)).toBe(true);
});

test("a file that VIREO_CONFIG names must exist", async () => {
  const path = join(folder, "missing.ts");
  await expect(readSettings([], {}, { VIREO_CONFIG: path })).rejects.toThrow(path);
});

test("a value of the code wins over the file", async () => {
  const path = join(folder, "port.ts");
  await Bun.write(path, "export default { port: 4000, host: '0.0.0.0' }");
  const { config } = await readConfig({ VIREO_CONFIG: path }, { port: 5000 });
  expect(config).toMatchObject({ port: 5000, host: "0.0.0.0" });
});

test.each([
  ["PUBLIC_URL", "media.example.com"],
  ["PUBLIC_URL", "https://example.com/path"],
  ["DATABASE_URL", "mysql://localhost"],
  ["VIREO_ADMIN_KEY", "with spaces in it, long"],
  ["PORT", "70000"],
])("%s=%s is refused", async (name, value) => {
  await expect(readSettings([], {}, { [name]: value })).rejects.toThrow(name);
});

test("a module's settings come from the file and its variables", async () => {
  expect((await readSettings([notes], {})).get("notes")).toEqual({ days: 7 });
  expect((await readSettings([notes], { settings: { notes: { days: 2 } } })).get("notes")).toEqual({ days: 2 });
  expect((await readSettings([notes], {}, { NOTES_DAYS: "3" })).get("notes")).toEqual({ days: 3 });
});

test.each([
  ["settings of an unknown module", { settings: { nobody: {} } }, "settings.nobody"],
  ["a price that no module declares", { prices: { thing: 1 } }, "prices.thing"],
  ["a rate-limit group that no module declares", { limits: { thing: 1 } }, "limits.thing"],
  ["an engine for a slot that does not exist", { providers: { thing: "local" } }, "providers.thing is not a slot"],
  ["a wrong setting of a module", { settings: { notes: { days: "x" } } }, "settings.notes.days"],
])("%s is refused by name", async (_, config, where) => {
  await expect(readSettings([notes], config)).rejects.toThrow(where);
});

test("a declared price may be set", async () => {
  expect(await readSettings([notes], { prices: { note: 9 } })).toBeDefined();
});

test("a mistake in the file is told with its line", async () => {
  const path = join(folder, "lines.ts");
  await Bun.write(
    path,
    `export default {\n  prot: 4000,\n  limits: {\n    "thing": 1,\n  },\n  settings: { notes: {\n    days: "x" } },\n};`,
  );
  const read = readSettings([notes], {}, { VIREO_CONFIG: path });
  await expect(read).rejects.toThrow(`${path}:2 prot is not a setting`);
  await expect(read).rejects.toThrow(`${path}:4 limits.thing is not a setting`);
  await expect(read).rejects.toThrow(`${path}:7 settings.notes.days must be`);
});

test.each([
  ["export default {\n  port: 4000,\n", ":2"],
  ["\nthrow new Error('boom');", "boom (FILE:2:"],
  ["export default 5;", "must export its settings"],
  ["export const port = 4000;", "must export its settings"],
])("a file that cannot be used is named with its line, together with other mistakes: %j", async (text, message) => {
  const path = join(folder, `broken-${message.length}-${text.length}.ts`);
  await Bun.write(path, text);
  const read = readSettings([], {}, { VIREO_CONFIG: path, PORT: "many" });
  await expect(read).rejects.toThrow(path);
  await expect(read).rejects.toThrow(message.replace("FILE", path));
  await expect(read).rejects.toThrow("PORT must be");
});

test("plug-ins that cannot be loaded are told together with all other mistakes, and alone do not make others", async () => {
  const env = { VIREO_PLUGINS: "./nowhere.ts,./nothing.ts", PORT: "many" };
  const refused = prepare({ modules: [notes], env, overrides: { settings: { nothing: {} } } });
  for (const name of ["./nowhere.ts", "./nothing.ts", "PORT must be"]) await expect(refused).rejects.toThrow(name);
  await expect(refused).rejects.toThrow("(3 problems)");
});
