import { sql } from "kysely";
import { toUuid } from "#core/ids";
import type { Trouble } from "./balancer";
import { countOf } from "./cast";
import { events } from "./check-events";
import { posts } from "./check-posts";
import { type Check, overOne, type Records, rowsOf, sum, told } from "./records";

function requests({ tally }: Records): Check[] {
  const words = ({ name, what }: Trouble) => `${name}: ${what}`;
  return [
    {
      promise: "no 5xx and no broken connection but those in flight at a kill",
      found: `answers ${told(tally.answered)}; in flight at a kill ${told(tally.cut)}`,
      broken: tally.faults.map(words),
    },
    {
      promise: "calls cut off by a kill are answered when they are sent again",
      found: `${tally.healed.length} answered, after ${Math.round(Math.max(0, ...tally.healed) / 100) / 10} s at most`,
      broken: tally.lost.map(words),
    },
    { promise: "no call is refused", found: `${tally.refused.length} refused`, broken: tally.refused.map(words) },
  ];
}

async function generations({ db, promised, created }: Records): Promise<Check[]> {
  const rows = await rowsOf(
    sql<{
      id: string;
      prompt: string;
      status: string;
      fail_code: string | null;
    }>`select id, prompt, status, fail_code from generations where prompt like 'Chaos %'`,
    db,
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  const states = countOf(rows.map(({ status, fail_code }) => (fail_code ? `${status} (${fail_code})` : status)));
  const missing = [...promised.images.keys()].filter((id) => !known.has(toUuid("img", id) ?? ""));
  const twice = countOf(rows.map(({ prompt }) => prompt));
  const wrong = [...promised.images].flatMap(([id, { fails }]) => {
    const row = known.get(toUuid("img", id) ?? "");
    if (!row || row.fail_code === "outcome_unknown") return [];
    return (row.status === "failed") === fails ? [] : [`${id} is ${row.status} ${row.fail_code ?? ""}`];
  });
  return [
    {
      promise: "every generation that was answered exists, once",
      found: `${promised.images.size} answered, ${rows.length} stored`,
      broken: [...missing, ...overOne(twice)],
    },
    {
      promise: "each has ended, as the vendor ended it",
      found: told(states),
      broken: [
        ...rows
          .filter(({ status }) => status !== "completed" && status !== "failed")
          .map(({ id, status }) => `${id} is ${status}`),
        ...wrong,
      ],
    },
    {
      promise: "the vendor was asked at most once for each",
      found: `${sum(created)} orders`,
      broken: overOne(created),
    },
  ];
}

async function ledger({ db }: Records): Promise<Check[]> {
  const off = await rowsOf(
    sql<{ id: string; balance: number; booked: number }>`
      select a.id, a.balance, coalesce(sum(t.amount), 0)::bigint as booked from accounts a
      left join credit_transactions t on t.account_id = a.id group by a.id having a.balance <> coalesce(sum(t.amount), 0)`,
    db,
  );
  const wrong = await rowsOf(
    sql<{ id: string; status: string; charges: number; refunds: number }>`
      select g.id, g.status, count(*) filter (where t.type = 'charge')::int as charges,
        count(*) filter (where t.type = 'refund')::int as refunds
      from generations g left join credit_transactions t on t.reference = g.id
      where g.prompt like 'Chaos %' group by g.id
      having count(*) filter (where t.type = 'charge') <> 1
        or count(*) filter (where t.type = 'refund') <> case when g.status = 'failed' then 1 else 0 end`,
    db,
  );
  const astray = await rowsOf(
    sql<{ id: string }>`select id from credit_transactions t where type <> 'grant'
      and not exists (select from generations g where g.id = t.reference and abs(t.amount) = g.credits)`,
    db,
  );
  const [total] = await rowsOf(
    sql<{ charges: number; refunds: number }>`select count(*) filter (where type = 'charge')::int as charges,
      count(*) filter (where type = 'refund')::int as refunds from credit_transactions`,
    db,
  );
  return [
    {
      promise: "each balance is the sum of its transactions",
      found: "",
      broken: off.map(({ id, balance, booked }) => `${id}: ${balance}, booked ${booked}`),
    },
    {
      promise: "one charge for each generation, one refund for each failed one",
      found: `${total?.charges} charges, ${total?.refunds} refunds`,
      broken: [
        ...wrong.map((one) => `${one.id} (${one.status}): ${one.charges} charges, ${one.refunds} refunds`),
        ...astray.map(({ id }) => `${id} is for nothing`),
      ],
    },
  ];
}

async function library({ db, promised }: Records): Promise<Check[]> {
  const rows = await rowsOf(
    sql<{
      id: string;
      analysed: boolean;
    }>`select tiktok_id as id, analysis is not null as analysed from viral_videos where tiktok_id like 'chaos-%'`,
    db,
  );
  const [left] = await rowsOf(sql<{ left: number }>`select count(*)::int as left from viral_outbox`, db);
  const known = new Set(rows.filter(({ analysed }) => analysed).map(({ id }) => id));
  return [
    {
      promise: "every import is stored, analysed and in the index",
      found: `${rows.length} imported`,
      broken: [
        ...promised.imports.filter((id) => !known.has(id)),
        ...(left?.left ? [`${left.left} are not in the index`] : []),
      ],
    },
  ];
}

export async function check(records: Records): Promise<Check[]> {
  const parts = [generations, ledger, posts, events, library];
  const all: Check[] = requests(records);
  for (const part of parts) all.push(...(await part(records)));
  return all;
}
