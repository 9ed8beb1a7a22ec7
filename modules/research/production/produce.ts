import type { Transaction } from "vireo/database";
import { ApiError, invalid, notFound } from "vireo/errors";
import type { Generation } from "vireo/generations";
import { newUuid } from "vireo/ids";
import { fromNow } from "vireo/leases";
import type { Context, Services } from "vireo/module";
import type { Exchange } from "vireo/request";
import type { PlanItem, PlanRequest } from "vireo/slots/plan";
import type { ProducePlan } from "../schema";
import { isMade, type PostPlan, type ReadProduction, readProductions } from "./store";
import { estimateSeconds, listMoments } from "./timing";

const CONTENT_MAX = 2200;
const TITLE_MAX = 100;

export type ProduceParts = Pick<Context, "db" | "credits" | "now"> & {
  services: { videos: Services["videos"]; social?: Services["social"] };
};
type PlanRow = Generation<PlanRequest>;
type PreparedVideo = Awaited<ReturnType<Services["videos"]["prepare"]>>;

/** An item to produce. */
interface Order {
  item: number;
  post: PostPlan;
  /** Absent if the item already has its video and only the post failed. */
  video?: PreparedVideo;
}

/**
 * Makes videos from the items of a plan and schedules them. Each item is made once, even if it is requested several
 * times.
 */
export function createProduce({ db, credits, now, services: { videos, social } }: ProduceParts) {
  /** Returns the social accounts that each item is posted to: those of its platform. */
  async function chooseAccounts(owner: string, items: readonly PlanItem[], indexes: readonly number[], ids: string[]) {
    if (!social) throw new ApiError("provider_unavailable", "Turn on the social module to schedule videos.");
    const accounts = await social.findAccounts(owner, ids);
    return (at: number): string[] => {
      const { platform } = items[at]!;
      const own = ids.filter((_, index) => accounts[index]?.platform === platform);
      if (own.length > 0) return own;
      const missing = indexes.filter((index) => items[index]?.platform === platform).join(", ");
      throw invalid("accountIds", `Select an account for ${platform}, or leave out its items: ${missing}.`);
    };
  }

  /** Checks and prepares everything before anything is stored. */
  async function prepare(plan: PlanRow, body: ProducePlan): Promise<Order[]> {
    const { items } = plan.facts as unknown as { items: PlanItem[] };
    const indexes = chooseItems(items, body.items);
    const findOwnAccounts = await chooseAccounts(plan.account_id, items, indexes, body.accountIds);
    const moments = listMoments(items, plan.request.postsPerDay, body);
    const productions = await readProductions(db, plan.account_id, [plan.id]);
    const orders: Order[] = [];
    for (const item of indexes) {
      const known = productions.find((production) => production.item === item);
      if (known && isMade(known)) continue;
      const scheduledFor = moments[item]!;
      checkMoment(item, scheduledFor, now());
      const { mode, timezone } = body;
      const post = { accountIds: findOwnAccounts(item), mode, scheduledFor, timezone, ...toPostText(items, item) };
      const video = known?.videoStatus === "completed" ? undefined : await prepareVideo(plan, items[item]!, body);
      orders.push({ item, post, video: video || undefined });
    }
    return orders;
  }

  function prepareVideo({ account_id, request }: PlanRow, item: PlanItem, { model }: ProducePlan) {
    const { inspo: _inspo, ...brief } = request.brief;
    return videos.prepare(account_id, {
      script: item.script,
      footage: [item.concept, ...item.shots].join("\n").slice(0, 5000),
      seconds: estimateSeconds(item.script),
      brief,
      model: model || undefined,
    });
  }

  async function requireCredits(trx: Transaction, accountId: string, required: number): Promise<void> {
    const available = await credits.balance(trx, accountId);
    if (credits.unlimited || available >= required) return;
    const detail = `These videos cost ${required} credits. ${available} are available. Produce fewer items with \`items\`, or add credits.`;
    throw new ApiError("insufficient_credits", detail, { members: { required, available } });
  }

  /** Charges, queues and records all orders, or none. Returns the credits charged. */
  const store = (plan: PlanRow, orders: readonly Order[]) =>
    db.transaction().execute(async (trx) => {
      if (!Bun.deepEquals(await lockPlan(trx, plan), plan.facts.items))
        throw new ApiError("conflict", "The plan was edited at the same time. Try again.");
      const productions = await readProductions(trx, plan.account_id, [plan.id]);
      // Another request may have ordered some of them in between.
      const left = orders.filter(({ item, video }) => {
        const known = productions.find((production) => production.item === item);
        return !known || (!isMade(known) && (video !== undefined || known.videoStatus === "completed"));
      });
      const required = left.reduce((sum, { video }) => sum + (video?.credits ?? 0), 0);
      await requireCredits(trx, plan.account_id, required);
      for (const order of left) await storeOrder(trx, plan, order, productions);
      return { used: required, remaining: await credits.balance(trx, plan.account_id) };
    });

  return async function produce(exchange: Exchange, plan: PlanRow, body: ProducePlan): Promise<void> {
    if (plan.status !== "completed")
      throw new ApiError("conflict", `The plan is ${plan.status}. Only completed plans can be produced.`);
    exchange.credits = await store(plan, await prepare(plan, body));
  };
}

/** Returns the requested indexes in the order of the plan. Default: all. */
function chooseItems(items: readonly PlanItem[], requested: readonly number[] | undefined): number[] {
  if (!requested) return [...items.keys()];
  const unknown = requested.findIndex((item) => item >= items.length);
  if (unknown >= 0)
    throw invalid(`items.${unknown}`, `The plan has ${items.length} items, counted from 0 to ${items.length - 1}.`);
  return requested.toSorted((a, b) => a - b);
}

function checkMoment(item: number, moment: number, now: number): void {
  if (moment > now) return;
  const time = new Date(moment).toISOString();
  throw invalid(
    "startDate",
    `Item ${item} would be posted at ${time}, which has passed. Choose a later startDate, or leave it out.`,
  );
}

/** Builds the caption with as many hashtags as fit. */
function toPostText(items: readonly PlanItem[], at: number): Pick<PostPlan, "content" | "title"> {
  const { caption, hashtags, title } = items[at]!;
  if (caption.length > CONTENT_MAX)
    throw invalid("items", `The caption of item ${at} has ${caption.length} characters; the limit is ${CONTENT_MAX}.`);
  const tags = hashtags.map((tag) => `#${tag}`);
  while (tags.length > 0 && caption.length + 2 + tags.join(" ").length > CONTENT_MAX) tags.pop();
  const content = [caption, tags.join(" ")].filter(Boolean).join("\n\n");
  return { content, title: [...title].slice(0, TITLE_MAX).join("") };
}

/** Locks the plan until the transaction ends. Returns its items. */
export async function lockPlan(trx: Transaction, plan: PlanRow): Promise<PlanItem[]> {
  const row = await trx
    .selectFrom("generations")
    .select("facts")
    .where("id", "=", plan.id)
    .where("account_id", "=", plan.account_id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound("content plan");
  return (row.facts as { items?: PlanItem[] }).items ?? [];
}

async function storeOrder(
  trx: Transaction,
  plan: PlanRow,
  { item, post, video }: Order,
  productions: readonly ReadProduction[],
): Promise<void> {
  const known = productions.find((production) => production.item === item);
  const video_id = video ? await video.submit(trx) : known!.video_id;
  const blank = { post_id: null, fail_code: null, fail_message: null, failing_since: null };
  const fresh = { video_id, post, status: "rendering" as const, ...blank };
  await trx
    .insertInto("plan_productions")
    .values({ id: newUuid(), account_id: plan.account_id, plan_id: plan.id, item, ...fresh })
    .onConflict((conflict) => conflict.columns(["plan_id", "item"]).doUpdateSet({ ...fresh, updated_at: fromNow() }))
    .execute();
}
