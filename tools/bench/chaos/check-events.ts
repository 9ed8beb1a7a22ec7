import { sql } from "kysely";
import { toPublicId } from "#core/ids";
import { type Counts, countOf } from "./cast";
import { type Check, overOne, type Records, rowsOf } from "./records";

/** The events that must have been told, by the states that things came to. */
async function wanted({ db }: Records): Promise<string[]> {
  const images = await rowsOf(
    sql<{ id: string; status: string }>`select id, status from generations where prompt like 'Chaos %'`,
    db,
  );
  const posts = await rowsOf(
    sql<{ id: string; status: string; scheduled: boolean }>`
      select id, status, scheduled_for is not null as scheduled from social_posts`,
    db,
  );
  return [
    ...images.map(({ id, status }) => `image.${status} ${toPublicId("img", id)}`),
    ...posts.flatMap(({ id, status, scheduled }) => {
      const about = toPublicId("post", id);
      return [`post.${status} ${about}`, ...(scheduled ? [`post.scheduled ${about}`] : [])];
    }),
  ];
}

/** That what happened was told: once in the order of events, by webhook, and on streams that broke. */
export async function events(records: Records): Promise<Check[]> {
  const { db, received, streams } = records;
  const rows = await rowsOf(
    sql<{ seq: number | null; name: string }>`
      select seq, type || ' ' || coalesce(data->>'imageId', data->>'postId') as name from events
      where type like 'image.%' or type like 'post.%'`,
    db,
  );
  const told = countOf(rows.map(({ name }) => name));
  const untold = (await wanted(records)).filter((name) => !told[name]).map((name) => `${name} has no event`);
  const placeless = rows.filter(({ seq }) => seq === null).map(({ name }) => `${name} has no place in the order`);

  const open = await rowsOf(
    sql<{ id: string; status: string }>`
      select id::text, status from webhook_deliveries where status <> 'delivered'`,
    db,
  );
  const messages: Counts = countOf(Object.values(received).map(({ name }) => name));
  const undelivered = rows.filter(({ name }) => !messages[name]).map(({ name }) => `${name} was not delivered`);
  const again = Object.values(received).filter(({ times }) => times > 1).length;

  const followed = streams.map((stream) => {
    const { from, seen, breaks, gaps } = stream.result();
    const due = rows.filter(({ seq }) => seq !== null && seq > from);
    const missing = due.filter(({ seq }) => !seen.has(seq!)).map(({ name }) => `${name} was not seen`);
    const twice = [...seen].flatMap(([seq, times]) => (times > 1 ? [`event ${seq} was seen ${times} times`] : []));
    return { seen: seen.size, breaks, broken: [...missing, ...twice, ...(gaps > 0 ? [`${gaps} gaps`] : [])] };
  });
  return [
    {
      promise: "one event for each generation that ended, and each post scheduled and published",
      found: `${rows.length} events`,
      broken: [...untold, ...overOne(told), ...placeless],
    },
    {
      promise: "each event delivered by webhook, under one id",
      found: `${Object.keys(received).length} messages, ${again} of them more than once`,
      broken: [...undelivered, ...overOne(messages), ...open.map(({ id, status }) => `${id} is ${status}`)],
    },
    {
      promise: "event streams bring each event once, through breaks",
      found: followed.map(({ seen, breaks }) => `${seen} over ${breaks} breaks`).join("; "),
      broken: followed.flatMap((one) => one.broken),
    },
  ];
}
