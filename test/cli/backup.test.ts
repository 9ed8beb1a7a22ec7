/** One file that holds everything: taken while others write, put back whole or not at all. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFile, mkdtemp, open, readdir, rm, stat, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { openArchive } from "#cli/backup/archive";
import { openBackup } from "#cli/backup/read";
import { newUuid } from "#core/ids";
import { createLocalStorage } from "#core/storage/local";
import { createS3Storage } from "#core/storage/s3";
import { newStorageKey, type Storage } from "#core/storage/storage";
import type { ModuleMigrations } from "#db/migrate";
import { startApp, type TestApp } from "#test/app";
import { lines, modules, put, shape, sums, take } from "#test/cli/backup-parts";
import { freshDatabase, type TestDatabase } from "#test/database";
import { FakeS3 } from "#test/s3";
import { until } from "#test/until";

let folder: string;
let source: TestDatabase;
let app: TestApp;
let key: string;
let imageId: string;
let imagePath: string;
let file: string;
const s3 = new FakeS3();
const databases: TestDatabase[] = [];
const target = async () => {
  const made = await freshDatabase(lines);
  databases.push(made);
  return made;
};
const storageAt = (name: string) => createLocalStorage(join(folder, name));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-backup-"));
  source = await freshDatabase(lines);
  const env = { DATABASE_URL: source.url, DATA_DIR: join(folder, "source") };
  app = await startApp({ settings: { local: { renders: 1 } } } as never, undefined, env);
  const account = await app.account(500);
  key = account.key;
  const { body } = await account.api("POST", "/images/generate", { prompt: "A quiet lake" });
  imageId = body.imageId;
  const image = await app.ended(`/images/${imageId}`, account.api);
  imagePath = new URL(image.url).pathname;
  await account.api("POST", "/personas", { name: 'Zoë "\\" \t\n😀 \\N null', description: "{}" });
  await account.api("POST", "/webhooks", { url: "https://example.com/hook", events: ["*"] });
  await account.api("GET", "/social/accounts");
  file = join(folder, "first.tar");
  await take(source.db, app.vireo.tools.storage, file);
});
afterAll(async () => {
  await app.stop();
  await source.drop();
  for (const one of databases) await one.drop();
  s3.stop();
  await rm(folder, { recursive: true, force: true });
});

describe("a backup that is restored into an empty database", () => {
  test("gives every row, every table and every file back as it was", async () => {
    const idle = join(folder, "idle.tar");
    // What the server writes by itself, such as when a key was last used, comes to rest first.
    let before = await sums(source.db);
    await until(async () => {
      const earlier = before;
      await Bun.sleep(500);
      before = await sums(source.db);
      return Bun.deepEquals(before, earlier);
    });
    const made = await take(source.db, app.vireo.tools.storage, idle);
    expect(await sums(source.db)).toEqual(before);
    expect(made.media.files).toBeGreaterThan(0);

    const { db } = await target();
    const storage = await storageAt("whole");
    const done = await put(idle, { db, storage });
    expect(done).toMatchObject({ media: made.media.files, present: 0, unknown: [] });
    expect(await sums(db)).toEqual(before);
    expect(await shape(db)).toEqual(await shape(source.db));
    const stored = (await storage.open(imagePath.replace("/media/", "")))!;
    const original = await app.vireo.handle(new Request(`http://localhost${imagePath}`));
    expect(await new Response(stored.stream()).bytes()).toEqual(await original.bytes());
  });

  test("serves the same keys, ids and files, and goes on counting where it was", async () => {
    const { db, url } = await target();
    const dataDir = join(folder, "served");
    await put(file, { db, storage: await createLocalStorage(join(dataDir, "media")) });
    const again = await startApp({}, undefined, { DATABASE_URL: url, DATA_DIR: dataDir });
    const client = again.as(key);
    expect((await client("GET", `/images/${imageId}`)).body).toMatchObject({ imageId, status: "completed" });
    expect((await again.vireo.handle(new Request(`http://localhost${imagePath}`))).status).toBe(200);
    const name = (await client("GET", "/personas")).body.personas[0].name;
    expect(name).toContain("Zoë");
    const highest = await db
      .selectFrom("events")
      .select((eb) => eb.fn.max("id").as("id"))
      .executeTakeFirstOrThrow();
    const [event] = await db
      .insertInto("events")
      .columns(["account_id", "type", "data"])
      .expression((eb) =>
        eb
          .selectFrom("accounts")
          .select(["id", eb.val("credits.low").as("type"), sql`'{}'::jsonb`.as("data")])
          .limit(1),
      )
      .returning("id")
      .execute();
    expect(event!.id).toBeGreaterThan(highest.id ?? 0);
    const { body } = await client("POST", "/images/generate", { prompt: "After it" });
    expect((await again.ended(`/images/${body.imageId}`, client)).status).toBe("completed");
    await again.stop();
  });

  test("shows one moment, whatever was written meanwhile", async () => {
    const [row] = await source.db.selectFrom("accounts").select("id").limit(1).execute();
    const stop = { now: false };
    let written = 0;
    const busy = (async () => {
      while (!stop.now) {
        // Two rows in two tables, always together.
        await source.db.transaction().execute(async (trx) => {
          const id = newUuid();
          await trx
            .insertInto("content")
            .values({ id, account_id: row!.id, type: "drill", data: { name: "x".repeat(2000) } })
            .execute();
          await trx.insertInto("events").values({ account_id: row!.id, type: "drill", data: { id } }).execute();
        });
        written++;
      }
    })();
    await until(async () => written > 20);
    const before = written;
    const path = join(folder, "busy.tar");
    await take(source.db, app.vireo.tools.storage, path);
    await until(async () => written > before + 20);
    stop.now = true;
    await busy;
    const { db } = await target();
    await put(path, { db, storage: await storageAt("busy") });
    const { rows } = await sql<{ content: number; events: number; both: number }>`
      select (select count(*) from content where type = 'drill') as content,
        (select count(*) from events where type = 'drill') as events,
        (select count(*) from content c join events e on e.data ->> 'id' = c.id::text where c.type = 'drill') as both
      `.execute(db);
    const { content, events, both } = rows[0]!;
    expect(content).toBeGreaterThan(20);
    expect([events, both]).toEqual([content, content]);
    expect(content).toBeLessThan(written);
    await sql`delete from content where type = 'drill'; delete from events where type = 'drill'`.execute(source.db);
  });

  test("is the same from and into object storage", async () => {
    const bucket = createS3Storage(s3.settings);
    const first = await target();
    await put(file, { db: first.db, storage: bucket });
    const path = join(folder, "from-s3.tar");
    const made = await take(first.db, bucket, path);
    expect(made.media).toMatchObject({ missing: 0 });
    const second = await target();
    const local = await storageAt("from-s3");
    await put(path, { db: second.db, storage: local });
    expect(await sums(second.db)).toEqual(await sums(first.db));
    const name = imagePath.replace("/media/", "");
    const bytes = async (storage: Storage) => new Response((await storage.open(name))!.stream()).bytes();
    expect(await bytes(local)).toEqual(await bytes(bucket));
  });
});

test("a value of every kind comes back exactly", async () => {
  const kinds = [
    ["jsonb", `'null'::jsonb`],
    ["jsonb", `'{"a":1.10,"b":"\\u00e9\\n\\\\"}'::jsonb`],
    ["text", `E'a\\\\b\\tc\\nd"e,{}[]'`],
    ["text", `''`],
    ["text", "null"],
    ["bytea", `'\\x00ff5c27'::bytea`],
    ["double precision", "0.1::float8 + 0.2::float8"],
    ["double precision", "'NaN'::float8"],
    ["timestamptz", `'2026-03-06 12:34:56.123456+05:30'::timestamptz`],
    ["timestamptz", `'infinity'::timestamptz`],
    ["text[]", `array['a,b','"c"',null,'{}']`],
    ["numeric(40,10)", "12345678901234567890.1234567890"],
    ["interval", `'1 mon 2 days 03:04:05.678'::interval`],
    ["bigint", "9223372036854775807"],
  ] as const;
  const columns = kinds.map(([type], at) => `v${at} ${type}`).join(", ");
  const migrations: ModuleMigrations["migrations"] = {
    "001_kinds": {
      async up(db) {
        await sql
          .raw(`create table kinds (id bigint generated always as identity, ${columns},
            twice text generated always as (id::text || id::text) stored)`)
          .execute(db);
      },
    },
  };
  const own = [...lines.slice(0, 1), { module: "kinds", migrations }];
  const [from, to] = [await freshDatabase(own), await freshDatabase(own)];
  await from.sql.unsafe(
    `insert into kinds (${kinds.map((_, at) => `v${at}`).join(", ")}) values (${kinds.map(([, value]) => value).join(", ")})`,
  );
  const path = join(folder, "kinds.tar");
  const storage = await storageAt("kinds");
  await take(from.db, storage, path);
  await put(path, { db: to.db, storage, lines: own });
  const all = `select kinds::text, (${kinds.map(([, value], at) => `v${at} is not distinct from ${value}`).join(" and ")}) as same from kinds`;
  expect([...(await to.sql.unsafe(all))]).toEqual([...(await from.sql.unsafe(all))]);
  expect((await to.sql.unsafe(all))[0]!.same).toBe(true);
  await from.drop();
  await to.drop();
});

describe("a file that is not as it was written is refused before anything changes", () => {
  const refused = async (path: string, message: string) => {
    const { db } = await target();
    const before = await sums(db);
    const storage = await storageAt(newUuid());
    await expect(put(path, { db, storage })).rejects.toThrow(message);
    expect(await sums(db)).toEqual(before);
    for await (const files of storage.list()) expect(files).toEqual([]);
  };

  test("with one bit turned, in the rows, the media, the manifest or a checksum", async () => {
    const archive = await openArchive(file);
    const places: [string, number][] = [];
    let at = 0;
    for await (const { name, size } of archive.entries()) {
      if (/^(backup|manifest)\.json|^(tables\/accounts|media|checksums)\//.test(name))
        places.push([name, at + 512 + size / 2]);
      at += 512 + Math.ceil(size / 512) * 512;
    }
    await archive.close();
    expect(new Set(places.map(([name]) => name.split("/")[0]))).toHaveProperty("size", 5);
    for (const [name, place] of places) {
      const path = join(folder, `${newUuid()}.tar`);
      await copyFile(file, path);
      const handle = await open(path, "r+");
      const byte = Buffer.alloc(1);
      await handle.read(byte, 0, 1, Math.floor(place));
      byte[0]! ^= 1;
      await handle.write(byte, 0, 1, Math.floor(place));
      await handle.close();
      await refused(path, name.startsWith("backup") ? "" : "damaged");
    }
  });

  test("cut off anywhere", async () => {
    const { size } = await stat(file);
    for (const length of [0, 100, 600, Math.floor(size / 2), size - 1024]) {
      const path = join(folder, `${newUuid()}.tar`);
      await copyFile(file, path);
      await truncate(path, length);
      await refused(path, "");
    }
  });

  test("or that is another tar file", async () => {
    const path = join(folder, "other.tar");
    await Bun.write(path, "hello".repeat(1000));
    await refused(path, "not a Vireo backup");
  });
});

describe("versions", () => {
  const more: ModuleMigrations["migrations"][string] = {
    up: async (db) =>
      void (await sql.raw("alter table accounts add column colour text not null default 'blue'").execute(db)),
  };
  const newer = lines.map((line) =>
    line.module === "core" ? { ...line, migrations: { ...line.migrations, "999_colour": more } } : line,
  );

  test("a backup of an older program is brought up to date", async () => {
    const to = await freshDatabase(newer);
    await put(file, { db: to.db, storage: await storageAt("newer"), lines: newer });
    const { rows } = await sql<{ colour: string }>`select distinct colour from accounts`.execute(to.db);
    expect(rows).toEqual([{ colour: "blue" }]);
    const { rows: applied } = await sql`select from vireo_migrations where name = '999_colour'`.execute(to.db);
    expect(applied).toHaveLength(1);
    await to.drop();
  });

  test("one of a newer program is refused, with the names of both", async () => {
    const from = await freshDatabase(newer);
    const path = join(folder, "newer.tar");
    await take(from.db, await storageAt("none"), path);
    await expect(
      openBackup(
        path,
        lines,
        async () => {},
        () => {},
      ),
    ).rejects.toThrow("made by a newer Vireo (1.0): this version does not have the migration core/999_colour");
    await from.drop();
  });

  test("one with the data of a plug-in that is not loaded is refused", async () => {
    const without = lines.filter(({ module }) => module !== "social");
    await expect(
      openBackup(
        file,
        without,
        async () => {},
        () => {},
      ),
    ).rejects.toThrow('plug-in "social"');
  });
});

describe("what was there before", () => {
  test.each(["Tables", "guard"])("stays when the restore is killed (%s)", async (point) => {
    const { db, url } = await target();
    await db.insertInto("accounts").values({ id: newUuid(), name: "Before" }).execute();
    const [before, form] = [await sums(db), await shape(db)];
    const media = join(folder, `killed-${point}`);
    const child = Bun.spawn(
      [process.execPath, new URL("./backup-killed.ts", import.meta.url).pathname, url, media, file, point],
      { env: { PATH: process.env.PATH }, stdout: "ignore", stderr: "pipe" },
    );
    await child.exited;
    expect([child.signalCode, await new Response(child.stderr).text()]).toEqual(["SIGKILL", ""]);
    await until(async () => JSON.stringify(await shape(db)) === JSON.stringify(form));
    expect(await sums(db)).toEqual(before);
    // And the next try is done with it.
    await put(file, { db, storage: await createLocalStorage(media) });
    expect((await sums(db)).accounts).not.toBe(before.accounts!);
  });

  test("is replaced, while tables of others in the same schema stay as they are", async () => {
    const { db } = await target();
    await db.insertInto("accounts").values({ id: newUuid(), name: "Before" }).execute();
    await sql.raw("create table theirs (id int); insert into theirs values (7)").execute(db);
    await put(file, { db, storage: await storageAt("theirs") });
    const names = (await db.selectFrom("accounts").select("name").execute()).map(({ name }) => name);
    expect(names).not.toContain("Before");
    expect((await sql`select id from theirs`.execute(db)).rows).toEqual([{ id: 7 }]);
  });
});

test("nothing is left of a backup that could not be written", async () => {
  const path = join(folder, "half", "x.tar");
  await Bun.write(join(folder, "half", "other"), "");
  const failing: Storage = {
    ...(await storageAt("source/media")),
    open: async () => {
      throw new Error("the disk is gone");
    },
  };
  await expect(take(source.db, failing, path)).rejects.toThrow("the disk is gone");
  expect(await readdir(join(folder, "half"))).toEqual(["other"]);
});

test("a file that is removed meanwhile is counted, and no reason to fail", async () => {
  const missing: Storage = { ...(await storageAt("source/media")), open: async () => undefined };
  const made = await take(source.db, missing, join(folder, "missing.tar"));
  expect(made.media).toMatchObject({ files: 0, bytes: 0 });
  expect(made.media.missing).toBeGreaterThan(0);
});

describe("what another server may have done since", () => {
  let path: string;
  beforeAll(async () => {
    const from = await target();
    await put(file, { db: from.db, storage: await storageAt("since") });
    const account = await from.db.selectFrom("social_accounts").selectAll().limit(1).executeTakeFirstOrThrow();
    const ids = await Promise.all(
      (
        [
          ["scheduled", -60_000, "pending"],
          ["scheduled", 3_600_000, "pending"],
          ["publishing", -1000, "publishing"],
        ] as const
      ).map(async ([status, due, state], at) => {
        const id = newUuid();
        const when = new Date(Date.now() + due);
        await from.db
          .insertInto("social_posts")
          .values({
            ...{
              id,
              account_id: account.account_id,
              status,
              content: `Post ${at}`,
              video_url: "https://example.com/v.mp4",
            },
            ...{ title: null, video_id: null, video_key: null, scheduled_for: when, timezone: "UTC", to_inbox: false },
            ...{ tiktok: {} as never, fingerprint: new Uint8Array(32), published_at: null },
          })
          .execute();
        await sql`insert into social_targets (id, post_id, social_account_id, provider, platform, position, status, wanted_at, due_at, claimed_at, lease_until, attempts)
            values (${newUuid()}, ${id}, ${account.id}, ${account.provider}, ${account.platform}, 0, ${state}, ${when},
              ${state === "pending" ? when : null}, ${state === "pending" ? null : when}, ${state === "pending" ? null : when}, ${state === "pending" ? 0 : 1})`.execute(
          from.db,
        );
        return id;
      }),
    );
    expect(ids).toHaveLength(3);
    await sql`insert into generations (id, account_id, kind, status, engine, model, prompt, request, credits)
      select gen_random_uuid(), id, 'video', 'pending', 'elsewhere', 'm', 'p', '{}', 0 from accounts limit 1`.execute(
      from.db,
    );
    path = join(folder, "since.tar");
    await take(from.db, await storageAt("since"), path);
  });

  const states = async (moved: boolean) => {
    const { db } = await target();
    await put(path, { db, storage: await storageAt("since"), moved });
    const { rows } = await sql<{ content: string; status: string; attempts: number }>`
      select p.content, t.status, t.attempts from social_targets t join social_posts p on p.id = t.post_id
      where p.content like 'Post _' order by 1`.execute(db);
    const made = await db
      .selectFrom("generations")
      .select("create_called_at")
      .where("engine", "=", "elsewhere")
      .execute();
    return {
      posts: rows.map((row) => `${row.content} ${row.status} ${row.attempts}`),
      called: made[0]!.create_called_at !== null,
    };
  };

  test("is not done again: posts that fell due are asked about, not sent", async () => {
    expect(await states(false)).toEqual({
      posts: ["Post 0 unconfirmed 1", "Post 1 pending 0", "Post 2 unconfirmed 1"],
      called: true,
    });
  });

  test("is nothing where the server was stopped before: they go out late", async () => {
    expect(await states(true)).toEqual({
      posts: ["Post 0 pending 0", "Post 1 pending 0", "Post 2 publishing 1"],
      called: false,
    });
  });
});

test("what waited when the backup was made goes on by itself after the restore", async () => {
  const heard = Promise.withResolvers<string>();
  const hook = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      // The new server has things of its own to tell, too.
      const body = await request.text();
      if (body === '{"waited":1}') heard.resolve(body);
      return new Response("thanks");
    },
  });
  const from = await target();
  const storage = await storageAt("waiting-from");
  await put(file, { db: from.db, storage });
  const [image, delivery, video] = [newUuid(), newUuid(), newUuid()];
  await sql`insert into generations (id, account_id, kind, status, engine, model, prompt, request, credits, created_at)
    select ${image}, account_id, kind, 'pending', engine, model, prompt, request, credits, now() - interval '2 minutes'
    from generations where status = 'completed' limit 1`.execute(from.db);
  await sql`update webhooks set url = ${`${hook.url.origin}/hook`}`.execute(from.db);
  await sql`insert into webhook_deliveries (id, webhook_id, type, body) select ${delivery}, id, 'image.completed', '{"waited":1}'
    from webhooks limit 1`.execute(from.db);
  await sql`insert into viral_videos (id, account_id, tiktok_id, tiktok_url, username, description, stats, hashtags)
    values (${video}, null, '1', 'https://example.com/1', 'ann', 'Three ways to cook rice', '{"views":1}', '{}')`.execute(
    from.db,
  );
  const path = join(folder, "waiting.tar");
  await take(from.db, storage, path);
  const { db, url } = await target();
  const dataDir = join(folder, "waiting");
  await put(path, { db, storage: await createLocalStorage(join(dataDir, "media")), moved: false });
  const env = { DATABASE_URL: url, DATA_DIR: dataDir };
  const again = await startApp({ allowHosts: ["127.0.0.1"] } as never, undefined, env);
  expect(await heard.promise).toBe('{"waited":1}');
  await until(async () => {
    const row = await db.selectFrom("generations").select("status").where("id", "=", image).executeTakeFirstOrThrow();
    return row.status === "completed";
  });
  await until(async () => {
    const row = await db
      .selectFrom("viral_videos")
      .select("analysis")
      .where("id", "=", video)
      .executeTakeFirstOrThrow();
    return row.analysis !== null;
  });
  await again.stop();
  await hook.stop(true);
});

test("every stored file that a row mentions is in the backup, in whichever column", async () => {
  const from = await target();
  await put(file, { db: from.db, storage: await storageAt("columns") });
  const storage = await storageAt("columns");
  const keys = [newStorageKey("mp4"), newStorageKey("png"), newStorageKey("jpg")];
  for (const one of keys) await storage.put(one, new Blob([one]), { contentType: "video/mp4" });
  const [row] = await from.db.selectFrom("accounts").select("id").limit(1).execute();
  await sql`insert into content (id, account_id, type, data)
    values (gen_random_uuid(), ${row!.id}, 'products', ${{ photos: [`https://example.com/media/${keys[0]}`] }}::jsonb)`.execute(
    from.db,
  );
  await sql`insert into uploads (id, account_id, status, key, content_type, size)
    values (gen_random_uuid(), ${row!.id}, 'stored', ${keys[1]!}, 'image/png', 1)`.execute(from.db);
  await take(from.db, storage, join(folder, "columns.tar"));
  const archive = await openArchive(join(folder, "columns.tar"));
  const names = (await Array.fromAsync(archive.entries())).map(({ name }) => name);
  await archive.close();
  expect(keys.map((one) => names.includes(`media/${one}`))).toEqual([true, true, false]);
});

test("modules name tables that exist", async () => {
  const { db } = await target();
  const known = new Set(((await shape(db)) as { kind: string; name: string }[]).map(({ name }) => name.split(".")[0]));
  for (const name of modules.flatMap((module) => module.rebuilt ?? [])) expect(known).toContain(name);
});
