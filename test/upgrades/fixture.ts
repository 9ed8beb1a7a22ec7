import { join } from "node:path";
import { openBackup } from "#cli/backup/read";
import { restoreBackup } from "#cli/backup/restore";
import { collectMigrations } from "#core/database/migrations";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";
import type { Client } from "#test/app";
import { freshDatabase, type TestDatabase } from "#test/database";
import { until } from "#test/until";

export const FIXTURES = join(import.meta.dir, "fixtures");
export const all = [...modules, ...plugins];

const nothing = async () => {};

/** Restores a fixture as `vireo restore` does, into a database of its own. */
export async function restoreFixture(name: string): Promise<TestDatabase> {
  const lines = collectMigrations(all);
  const database = await freshDatabase(lines);
  const backup = await openBackup(join(FIXTURES, name), lines, nothing, () => {});
  await restoreBackup(backup, {
    ...{ db: database.db, modules: all, lines, moved: true, throttle: nothing, progress: () => {} },
    // The fixtures contain no media, and their secrets are encrypted with the key of the tests.
    ...{ storage: undefined as never, secure: nothing, guard: nothing },
  });
  await backup.archive.close();
  return database;
}

/** Searches are unavailable until the index, which is not part of a backup, has been built. */
export const waitForSearch = (api: Client) =>
  until(async () => (await api("GET", "/viral-library/search?q=coffee")).status === 200);

interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  schema: { enum?: string[] };
}

/** Values of required query parameters. Others take the first of their values. */
const VALUES: Record<string, string> = { q: "coffee", from: "1793000000000", to: "1798700000000" };
/** Streams, files that the fixtures do not contain, and what asks a service outside. */
const SKIPPED = /^\/(events|openapi|docs|media|health|ready|metrics)|caption-guides$|creator-info$/;

function toQuery(parameters: Parameter[] = []): string {
  const required = parameters.filter((parameter) => parameter.in === "query" && parameter.required);
  return `?${new URLSearchParams(required.map(({ name, schema }) => [name, VALUES[name] ?? schema.enum?.[0] ?? ""]))}`;
}

/** Lists the operations that read, with the query that each requires. Those with fewer parameters come first. */
export async function listReads(api: Client, version: string): Promise<{ path: string; query: string }[]> {
  const { body } = await api("GET", `/openapi.json?version=${version}`);
  return Object.entries(body.paths as Record<string, { get?: { parameters?: Parameter[] } }>)
    .flatMap(([path, { get }]) => (get && !SKIPPED.test(path) ? [{ path, query: toQuery(get.parameters) }] : []))
    .sort((a, b) => a.path.split("{").length - b.path.split("{").length);
}
