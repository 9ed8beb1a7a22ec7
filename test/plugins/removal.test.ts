/**
 * Each plug-in is its folder and its lines in plugins/index.ts: the server starts without them. That nothing else imports
 * the folder is tested with the layers.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collectMigrations } from "#core/database/migrations";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";
import { startApp } from "#sdk/testing/app";
import { freshDatabase } from "#test/database";

const repository = join(import.meta.dir, "../..");
const folders = readdirSync(join(repository, "plugins"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const START = `
import "#cli/exports";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";
import { startApp } from "#sdk/testing/app";

const app = await startApp({ modules: [...modules, ...plugins], env: { DATABASE_URL: process.env.DATABASE_URL! } });
const health = await app.api("GET", "/health");
const docs = await app.api("GET", "/openapi.json");
await app.stop();
console.log(plugins.length, health.status, docs.status);
process.exit(0);
`;

let copy = "";

/** Links all packages, and the copy itself as `vireo`, which plug-ins with a package.json find there. */
function linkPackages(modules: string): void {
  mkdirSync(modules);
  for (const name of readdirSync(join(repository, "node_modules")))
    symlinkSync(name === "vireo" ? ".." : join(repository, "node_modules", name), join(modules, name));
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "vireo-removal-"));
  for (const name of ["cli", "core", "db", "modules", "plugins", "sdk", "package.json", "tsconfig.json"])
    cpSync(join(repository, name), join(copy, name), { recursive: true });
  linkPackages(join(copy, "node_modules"));
  writeFileSync(join(copy, "start.ts"), START);
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

const index = readFileSync(join(repository, "plugins/index.ts"), "utf8").split("\n");

/** Returns what plugins/index.ts imports from a folder. */
const findImports = (folder: string) =>
  index.flatMap((line) => {
    const [, name, path] = /\{ (\w+) \} from "(.+)"/.exec(line) ?? [];
    return path?.startsWith(`./${folder}/`) ? [{ line, name, path }] : [];
  });

/** Removes the imports of a folder from plugins/index.ts, and the plug-ins that they bring. */
function removeFromIndex(folder: string): number {
  const imports = findImports(folder);
  const gone = imports.flatMap(({ line, name }) => [line, `  ${name},`]);
  writeFileSync(join(copy, "plugins/index.ts"), index.filter((line) => !gone.includes(line)).join("\n"));
  return plugins.length - imports.length;
}

test.each(folders)("the server runs without the plug-ins of plugins/%s", async (folder) => {
  const removed = await Promise.all(
    findImports(folder).map(async ({ name, path }) => (await import(join(repository, "plugins", path)))[name!]),
  );
  const left = [...modules, ...plugins.filter((plugin) => !removed.includes(plugin))];
  const database = await freshDatabase(collectMigrations(left));
  // Not with a check of the responses, which would compile the schemas of each server.
  const app = await startApp({ modules: left, env: { DATABASE_URL: database.url } });
  try {
    const answers = await Promise.all([app.api("GET", "/health"), app.api("GET", "/openapi.json")]);
    expect([removed.length > 0, ...answers.map(({ status }) => status)]).toEqual([true, 200, 200]);
  } finally {
    await app.stop();
    await database.drop();
  }
});

/** Folders with workers, pages or packages of their own, whose files something could miss. */
test.each(["local", "dashboard", "mcp"])("the server starts once plugins/%s is deleted", async (folder) => {
  const database = await freshDatabase(collectMigrations([...modules, ...plugins]));
  rmSync(join(copy, "plugins", folder), { recursive: true });
  const left = removeFromIndex(folder);
  try {
    const server = Bun.spawn([process.execPath, "start.ts"], {
      cwd: copy,
      env: { PATH: process.env.PATH, DATABASE_URL: database.url },
      stderr: "pipe",
      timeout: 240_000,
    });
    const [printed, errors] = await Promise.all([
      new Response(server.stdout).text(),
      new Response(server.stderr).text(),
    ]);
    expect(`${printed.trim()} ${errors}`.trim()).toBe(`${left} 200 200`);
  } finally {
    cpSync(join(repository, "plugins", folder), join(copy, "plugins", folder), { recursive: true });
    await database.drop();
  }
});
