/** An attacker has an account on the same machine, where the data directory was made by hand and everybody may look into it. */
import { afterAll, expect, test } from "bun:test";
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { boot } from "#core/boot/boot";
import { openDataFolder } from "#core/database/data-folder";
import { collectMigrations } from "#core/database/migrations";
import { modules } from "#modules/index";
import { ADMIN } from "#test/app";
import { freshDatabase } from "#test/database";

const root = await mkdtemp(join(tmpdir(), "vireo-shared-"));
const umask = process.umask();
const database = await freshDatabase(collectMigrations(modules));
afterAll(async () => {
  process.umask(umask);
  await database.drop();
  await rm(root, { recursive: true });
});

const getMode = async (path: string) => (await stat(path)).mode & 0o777;

test("the folder is closed at every start, and files that are new in it are private, too", async () => {
  const dataDir = join(root, "data");
  await mkdir(dataDir);
  await chmod(dataDir, 0o755);
  process.umask(0o022);
  const env = { DATA_DIR: dataDir, DATABASE_URL: database.url, VIREO_ADMIN_KEY: ADMIN, LOG_LEVEL: "silent" };
  for (const before of [0o755, 0o777]) {
    await chmod(dataDir, before);
    const vireo = await boot({ modules, env });
    expect(await getMode(dataDir)).toBe(0o700);
    await Bun.write(join(dataDir, "caption"), "PRIVATE");
    await mkdir(join(dataDir, `folder-${before}`));
    await vireo.stop();
  }
  const all = await readdir(dataDir, { recursive: true });
  for (const name of all) expect([name, (await getMode(join(dataDir, name))) & 0o077]).toEqual([name, 0]);
});

test("where PostgreSQL runs as another user, that user's group may pass through, and nobody else", async () => {
  if (process.getuid?.() !== 0) return;
  const dataDir = join(root, "other");
  await mkdir(join(dataDir, "postgres"), { recursive: true });
  await chmod(dataDir, 0o755);
  await chown(join(dataDir, "postgres"), 65534, 65534);
  await openDataFolder(dataDir, { warn() {} } as never);
  expect(await getMode(dataDir)).toBe(0o710);
});
