import type { Database, Transaction } from "vireo/database";
import { notFound } from "vireo/errors";
import type { Context } from "vireo/module";
import type { Post } from "../tables";
import { type CalendarDays, readCalendar } from "./calendar";
import { presentPost } from "./present";
import { findPost, type Listed, listPosts, readTargets } from "./store";

/** Reads posts with their targets. */
export function createPostReader({ db, media }: Pick<Context, "db" | "media">) {
  async function presentAll(on: Database, rows: readonly Post[]) {
    const targets = await readTargets(
      on,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => presentPost(row, targets.get(row.id) ?? [], media));
  }

  const present = async (on: Database, post: Post) =>
    presentPost(post, (await readTargets(on, [post.id])).get(post.id) ?? [], media);

  /** Reads posts and their targets from one snapshot. */
  const readSnapshot = <T>(read: (trx: Transaction) => Promise<T>): Promise<T> =>
    db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(read);

  return {
    present,
    get: (owner: string, id: string) =>
      readSnapshot(async (trx) => {
        const post = await findPost(trx, owner, id);
        if (!post) throw notFound("post");
        return present(trx, post);
      }),
    list: (owner: string, query: Listed) =>
      readSnapshot(async (trx) => {
        const { rows, pagination } = await listPosts(trx, owner, query);
        return { posts: await presentAll(trx, rows), pagination };
      }),
    calendar: (owner: string, query: CalendarDays) =>
      readSnapshot(async (trx) => {
        const rows = await readCalendar(trx, owner, query);
        const posts = await presentAll(trx, rows);
        const days = Map.groupBy(rows.keys(), (at) => rows[at]?.day ?? "");
        const shown = [...days].map(([date, [first = 0, ...others]]) => ({
          date,
          total: rows[first]?.total ?? 0,
          posts: [first, ...others].flatMap((at) => posts[at] ?? []),
        }));
        return { days: shown, total: shown.reduce((sum, { total }) => sum + total, 0) };
      }),
  };
}
