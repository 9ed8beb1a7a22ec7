import { sql } from "kysely";
import { toUuid } from "#core/ids";
import { countOf } from "./cast";
import { type Check, overOne, type Records, rowsOf, sum, told } from "./records";

/** That each post went out once, and none was left. */
export async function posts({ db, promised, published, direct }: Records): Promise<Check[]> {
  const rows = await rowsOf(sql<{ id: string; content: string }>`select id, content from social_posts`, db);
  const targets = await rowsOf(
    sql<{ name: string; status: string; error: string | null }>`
      select p.content || ' to ' || a.external_id as name, t.status, t.error_message as error from social_targets t
      join social_posts p on p.id = t.post_id join social_accounts a on a.id = t.social_account_id`,
    db,
  );
  const known = new Set(rows.map(({ id }) => id));
  const missing = [...promised.posts.keys()].filter((id) => !known.has(toUuid("post", id) ?? ""));
  const twice = countOf(rows.map(({ content }) => content));
  const states: string[] = [];
  const wrong: string[] = [];
  for (const { name, status, error } of targets) {
    const isMade = (published.made[name] ?? direct[name] ?? 0) > 0;
    states.push(status === "unconfirmed" ? `unconfirmed (${isMade ? "is out" : "is not out"})` : status);
    if (status === "published" && !isMade) wrong.push(`${name} is published here, and not there`);
    if (status !== "published" && status !== "unconfirmed") wrong.push(`${name} is ${status}: ${error ?? ""}`);
  }
  const names = new Set(targets.map(({ name }) => name));
  const strays = [...Object.keys(published.asked), ...Object.keys(direct)].filter((name) => !names.has(name));
  return [
    {
      promise: "every post that was answered exists, once",
      found: `${promised.posts.size} answered, ${rows.length} stored`,
      broken: [...missing, ...overOne(twice)],
    },
    {
      promise: "the publisher was called at most once for each target, and made one post at most",
      found: `${sum(published.asked)} calls, ${sum(direct)} posts at platforms`,
      broken: [...overOne(published.asked), ...overOne(published.made), ...overOne(direct), ...strays],
    },
    {
      promise: "all that was due is published, or unconfirmed where a kill fell into the call",
      found: told(countOf(states)),
      broken: wrong,
    },
  ];
}
