import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collectMigrations } from "#core/database/migrations";
import { bundleChild, type Child } from "#test/child";
import { freshDatabase } from "#test/database";
import { bootCrash, crashModules, type Order } from "#test/modules/social-crash-child";

let root: string;
let child: Child;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "vireo-crash-"));
  child = await bundleChild(new URL("./social-crash-child.ts", import.meta.url).pathname);
});
afterAll(async () => {
  await child.remove();
  await rm(root, { recursive: true, force: true });
});

const lines = collectMigrations(crashModules({ record: "" }, () => {}));

/** Runs the child to its death or its end, then a server that clears up; tells what was left and what was called. */
async function crash(killAt?: number) {
  const database = await freshDatabase(lines);
  const name = String(killAt ?? "none");
  const order: Order = {
    databaseUrl: database.url,
    dataDir: join(root, name),
    record: join(root, `${name}.txt`),
    ...(killAt === undefined ? {} : { killAt }),
  };
  try {
    const process_ = Bun.spawn([process.execPath, child.path, JSON.stringify(order)], {
      stdout: "pipe",
      stderr: "inherit",
    });
    const [points, code] = [await new Response(process_.stdout).text(), await process_.exited];
    if (code !== 0) await clearUp(order, database);
    const targets = await database.db.selectFrom("social_targets").select(["id", "status"]).execute();
    const posts = await database.db.selectFrom("social_posts").select("status").execute();
    const calls = existsSync(order.record) ? readFileSync(order.record, "utf8").split("\n").filter(Boolean) : [];
    return { killed: process_.signalCode === "SIGKILL", code, points: Number(points), targets, posts, calls };
  } finally {
    await database.drop();
  }
}

/** A new server on the same database; whatever it waits for is over at once. */
async function clearUp(order: Order, { sql }: Awaited<ReturnType<typeof freshDatabase>>): Promise<void> {
  const started = new Date();
  const vireo = await bootCrash(order);
  try {
    for (let tries = 0; tries < 400; tries++) {
      await sql`update social_targets set lease_until = now() - interval '1 second' where lease_until > now() and claimed_at < ${started}`;
      await sql`update social_targets set next_read_at = now() where next_read_at > now() and status = 'unconfirmed' and reads < 2`;
      const [row] = await sql`select count(*) from social_targets
        where status in ('pending', 'publishing') or (status = 'unconfirmed' and reads < 2)`;
      if (row?.count === 0) return;
      await Bun.sleep(50);
    }
  } finally {
    await vireo.stop();
  }
}

test("killed at any point of publishing, no target is called twice and each one ends", async () => {
  const whole = await crash();
  expect([whole.code, whole.calls.length]).toEqual([0, 2]);
  expect(whole.points).toBeGreaterThan(12);
  const seen = new Set<string>();
  const points = Array.from({ length: whole.points }, (_, at) => at + 1);
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let at = points.shift(); at !== undefined; at = points.shift()) {
        const { killed, code, calls, targets, posts } = await crash(at);
        // Where two targets run at once, one order of them may have a point less than another.
        if (!killed) expect([at, code, at > whole.points - 3]).toEqual([at, 0, true]);
        expect([at, calls.length]).toEqual([at, new Set(calls).size]);
        for (const { id, status } of targets) {
          seen.add(status);
          expect([at, status]).toEqual([
            at,
            calls.includes(id) ? "published" : expect.stringMatching(/^(published|unconfirmed)$/),
          ]);
        }
        for (const { status } of posts)
          expect([at, status]).toEqual([at, expect.stringMatching(/^(published|partial)$/)]);
      }
    }),
  );
  expect([...seen].sort()).toEqual(["published", "unconfirmed"]);
});
