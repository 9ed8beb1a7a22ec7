/** The public test app with our own modules, a copied database and a check of every response against OpenAPI. */
import "#cli/exports";
import type { BootOptions } from "#core/boot/vireo";
import { collectMigrations } from "#core/database/migrations";
import type { Module } from "#core/module";
import { modules as builtIn } from "#modules/index";
import { plugins } from "#plugins/index";
import * as testing from "#sdk/testing/app";
import type { TestClock } from "#sdk/testing/clock";
import { checkContract } from "#test/contract";
import { freshDatabase, setDatabaseClock } from "#test/database";
import { record } from "#test/reference/recorder";
import { runTasksHere } from "#test/tasks";

export { ADMIN, type Answer, type Client, SECRET_KEY, type TestApp } from "#sdk/testing/app";

export async function startApp(
  config: BootOptions["overrides"] = {},
  modules: readonly Module[] = [...builtIn, ...plugins],
  env: Record<string, string> = {},
  clock?: TestClock,
): Promise<testing.TestApp> {
  const database = env.DATABASE_URL ? undefined : await freshDatabase(collectMigrations(modules));
  if (clock && database) {
    await setDatabaseClock(database, 0);
    clock.onAdvance((aheadMs) => setDatabaseClock(database, aheadMs));
  }
  const app = await testing.startApp({
    modules: modules.map(runTasksHere),
    config,
    entryPoint: new URL("../cli/main.ts", import.meta.url).pathname,
    ...(clock ? { clock } : {}),
    env: { RATE_LIMIT_PER_MINUTE: "100000", ...(database ? { DATABASE_URL: database.url } : {}), ...env },
    async onResponse(response, vireo) {
      if (response.method === "HEAD" || /%|^\/openapi/.test(response.path)) return;
      await checkContract(vireo, response);
      await record(vireo, response);
    },
  });
  return {
    ...app,
    async stop() {
      await app.stop();
      await database?.drop();
    },
  };
}
