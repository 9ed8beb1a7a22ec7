/** The guides, run as they are written: every `sh` block of a page, in order, with the ids that the ones before printed. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmod, cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { collectMigrations } from "#core/database/migrations";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";
import { ADMIN, startApp, type TestApp } from "#test/app";
import { freshDatabase, type TestDatabase } from "#test/database";
import { clip, tools } from "#test/plugins/local/edit-clips";
import { film, toSrt } from "#test/plugins/local/moments/film";
import { plant } from "#test/plugins/local/moments/talks";

const DAY_MS = 86_400_000;
const toDate = (at: number) => new Date(at).toISOString().slice(0, 10);

const root = resolve(import.meta.dir, "..");
const guides = join(root, "docs/guides");
const everything = [...modules, ...plugins];
/** Settings of the servers that a page tells its readers to make. */
const settings: Record<string, Record<string, string>> = {
  "connect-tiktok.md": {
    TIKTOK_CLIENT_ID: "client",
    TIKTOK_CLIENT_SECRET: "secret",
  },
};
/** What the commands of a page print when they have worked. */
const results: Record<string, RegExp> = {
  "README.md": /^$/,
  "back-up.md": /Restored/,
  "behind-nginx.md": /^ok +database/m,
  "caption-a-clip.md": /"operation":"captions"/,
  "clips-from-a-podcast.md": /"videoId":"vid_/,
  "connect-tiktok.md": /authorizeUrl +https:\/\/www\.tiktok\.com\/.*client_key=client/,
  "move-from-postiz.md": /^post_\S+ +scheduled/m,
  "scale.md": /^Valid/m,
  "schedule-a-script.md": /scheduledFor +\S+T\d\d:30:00Z/,
  "upgrade.md": /^ok +database/m,
  "write-an-engine.md": /engine dot for image/,
};

let folder: string;
let database: TestDatabase;
const apps: TestApp[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-guides-"));
  database = await freshDatabase(collectMigrations(everything));
  const vireo = join(folder, "vireo");
  await Bun.write(vireo, `#!/bin/sh\nexec "${process.execPath}" "${join(root, "cli/main.ts")}" "$@"\n`);
  await chmod(vireo, 0o755);
  await cp(join(root, "deploy"), join(folder, "deploy"), { recursive: true });
  const kit = tools();
  await cp(await clip(kit, "clip.mp4", { seconds: 3 }), join(folder, "clip.mp4"));
  await Bun.write(join(folder, "clip.srt"), "1\n00:00:00,200 --> 00:00:02,500\nI stopped buying lattes.\n");
  const talk = plant("en", 7, 12);
  await cp(await film(talk, join(kit.folder, "talk.mp4")), join(folder, "podcast.mp4"));
  await Bun.write(join(folder, "podcast.srt"), toSrt(talk.cues));
});
afterAll(async () => {
  for (const app of apps) await app.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

interface Server {
  dataDir: string;
  port: string;
}

const servers = new Map<string, Promise<Server>>();
/** Starts a server with these settings, or returns the one that has them. All share a database, and so its files. */
function serve(own: Record<string, string>): Promise<Server> {
  const key = JSON.stringify(own);
  const running = servers.get(key);
  if (running) return running;
  const starting = (async () => {
    const env = { DATABASE_URL: database.url, DATA_DIR: join(folder, "data"), PORT: "0", ...own };
    const app = await startApp({}, everything, env);
    apps.push(app);
    const { port } = await app.vireo.listen();
    return { dataDir: app.vireo.config.dataDir, port };
  })();
  servers.set(key, starting);
  return starting;
}

const blocks = (page: string) => [...page.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)].map(([, block = ""]) => block);

const pages = (await readdir(guides)).filter((name) => name.endsWith(".md"));

test("every guide is listed, and has a result to look for", async () => {
  const list = await Bun.file(join(guides, "README.md")).text();
  expect(Object.keys(results).sort()).toEqual(pages.toSorted());
  for (const name of pages) if (name !== "README.md") expect(list).toContain(`](${name})`);
});

test.skipIf(!Bun.which("sh")).each(pages)("%s works as it is written", async (name) => {
  const commands = blocks(await Bun.file(join(guides, name)).text());
  const { dataDir, port } = await serve(settings[name] ?? {});
  const env = {
    ...{ PATH: `${folder}:${process.env.PATH}`, HOME: folder, TMPDIR: tmpdir() },
    ...{ DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: port, ...settings[name] },
    ...{ VIREO_URL: `http://127.0.0.1:${port}`, VIREO_API_KEY: ADMIN },
  };
  const ids = new Map<string, string>();
  let printed = "";
  for (const command of commands) {
    const typed = command
      .replace(/^export VIREO_URL=.*$/m, "")
      .replace(/2027-01-(\d\d)(?=T)/g, (_, day) => toDate(Date.now() + (20 + Number(day)) * DAY_MS))
      .replace(/\b(vid|soc|post|clp|mom)_…/g, (_, prefix) => ids.get(prefix) ?? `no ${prefix}_ was printed`);
    const shell = Bun.spawn(["sh", "-euc", typed], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    const [out, err] = await Promise.all([new Response(shell.stdout).text(), new Response(shell.stderr).text()]);
    expect({ typed, code: await shell.exited, out, err }).toMatchObject({ typed, code: 0 });
    const found = new Map<string, string>();
    for (const [id, prefix = ""] of out.matchAll(/\b(vid|soc|post|clp|mom)_[0-9a-z]{26}\b/g)) {
      if (!found.has(prefix)) found.set(prefix, id);
    }
    for (const [prefix, id] of found) ids.set(prefix, id);
    printed += out;
  }
  expect(printed).toMatch(results[name]!);
});
