import type { Transaction } from "vireo/database";
import { ApiError, invalid, notFound } from "vireo/errors";
import type { Generation } from "vireo/generations";
import { newUuid } from "vireo/ids";
import { fromNow } from "vireo/leases";
import type { Services } from "vireo/module";
import type { Caller } from "vireo/request";
import type { PlanItem, PlanRequest } from "vireo/slots/plan";
import { isTimeZone, NO_ZONE, parseTime, TimeError } from "vireo/zones";
import type { Research } from "../context";
import type { ProducePlan } from "../schema";
import { getMode, isMade, type PostPlan, type ReadProduction, readProductions, type StoredCaller } from "./store";

const CONTENT_MAX = 2200;
const TITLE_MAX = 100;
/** Default times of day for plans with 1 to 5 posts a day. */
const USUAL_TIMES: readonly (readonly string[])[] = [
  ["18:00"],
  ["12:00", "18:00"],
  ["09:00", "13:00", "18:00"],
  ["09:00", "12:00", "15:00", "18:00"],
  ["08:00", "11:00", "14:00", "17:00", "20:00"],
];
/** Reading speed of spoken text. */
const SIGNS_A_SECOND = 17;
const SECONDS_A_LINE = 0.8;
const MIN_SECONDS = 6;

type PlanRow = Generation<PlanRequest>;
type PreparedVideo = Awaited<ReturnType<Services["videos"]["prepare"]>>;

/** An account to post to, by the id of the request. */
interface Channel {
  id: string;
  account: Parameters<Services["social"]["findFaults"]>[1][number];
}

/** An item to produce. */
interface Order {
  item: number;
  post: PostPlan;
  /** Absent if the item already has its video and only the post failed. */
  video?: PreparedVideo;
}

/**
 * Makes videos from the items of a plan and schedules them. Each item is made once, even if it is requested several
 * times. Returns the credits charged.
 */
export async function produceItems(research: Research, caller: Caller, plan: PlanRow, body: ProducePlan) {
  refuseUnfinished(plan);
  return storeOrders(research, plan, await prepareOrders(research, caller, plan, body));
}

/** Checks the request like `produceItems`. Returns what it would charge, and the length of all videos in seconds. */
export async function priceItems(research: Research, caller: Caller, plan: PlanRow, body: ProducePlan) {
  refuseUnfinished(plan);
  const { items } = plan.facts as { items: PlanItem[] };
  const orders = (await prepareOrders(research, caller, plan, body)).filter(({ video }) => video !== undefined);
  const seconds = orders.reduce((sum, { item }) => sum + estimateSeconds(items[item]!.script), 0);
  return { credits: sumCredits(orders), seconds };
}

function refuseUnfinished({ status }: PlanRow): void {
  if (status === "completed") return;
  throw new ApiError("conflict", `The plan is ${status}. Only completed plans can be produced.`);
}

const sumCredits = (orders: readonly Order[]): number =>
  orders.reduce((sum, { video }) => sum + (video?.credits ?? 0), 0);

/** Checks and prepares everything before anything is stored. */
async function prepareOrders(research: Research, caller: Caller, plan: PlanRow, body: ProducePlan): Promise<Order[]> {
  const { items } = plan.facts as { items: PlanItem[] };
  const indexes = chooseItems(items, body.items);
  const asks = await research.services.social?.needsApproval(caller, body.mode);
  const order = { by: toStoredCaller(caller), ...(asks ? { mode: "draft" as const, asks } : { mode: body.mode }) };
  const channels = await groupAccounts(research, plan.account_id, body.accountIds);
  const times = listTimes(items, plan.request.postsPerDay, body);
  const productions = await readProductions(research.db, plan.account_id, [plan.id]);
  const orders: Order[] = [];
  for (const item of indexes) {
    const known = productions.find((production) => production.item === item);
    if (known && isMade(known)) continue;
    const scheduledFor = toMoment(item, times[item]!, body);
    checkMoment(item, scheduledFor, research.now());
    const { timezone } = body;
    const own = channels.get(items[item]!.platform) ?? refusePlatform(items, indexes, item);
    const accountIds = own.map(({ id }) => id);
    const text = toPostText(research, items, item);
    const post = { accountIds, ...order, scheduledFor, timezone, ...text, ...pickSettings(body) };
    refuseFaults(research, item, post, own);
    const hasVideo = known?.videoStatus === "completed";
    orders.push({ item, post, video: hasVideo ? undefined : await prepareVideo(research, plan, items[item]!, body) });
  }
  return orders;
}

const pickSettings = ({
  tiktokPrivacyLevel,
  tiktokCommercialContentType,
  tiktokAllowComment,
  tiktokAllowDuet,
  tiktokAllowStitch,
  aiGenerated,
}: ProducePlan) => ({
  tiktokPrivacyLevel,
  tiktokCommercialContentType,
  tiktokAllowComment,
  tiktokAllowDuet,
  tiktokAllowStitch,
  aiGenerated,
});

/** Throws `validation_error` if the post of an item could not be stored, before anything is made for it. */
function refuseFaults({ services: { social } }: Research, item: number, post: PostPlan, own: readonly Channel[]): void {
  const accounts = own.map(({ account }) => account);
  const faults = social?.findFaults({ ...post, mode: getMode(post) }, accounts) ?? {};
  const [fault] = Object.entries(faults);
  if (!fault) return;
  const [field, [message = ""]] = fault;
  if (field.startsWith("tiktok")) throw invalid(field, message);
  throw invalid(field === "scheduledFor" ? "startDate" : "items", `Item ${item}: ${message}`);
}

/** Only the scopes that posts depend on are stored. */
const toStoredCaller = ({ keyId, keyName, personId, createdBy, scopes }: Caller): StoredCaller => ({
  keyId,
  keyName,
  personId,
  createdBy,
  scopes: [...scopes].filter((scope) => scope.startsWith("social:")),
});

/** Groups the social accounts by platform: each item is posted to those of its platform. */
async function groupAccounts(
  { services: { social } }: Research,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string | undefined, Channel[]>> {
  if (!social) throw new ApiError("provider_unavailable", "Turn on the social module to schedule videos.");
  const accounts = await social.findAccounts(accountId, ids);
  const channels = ids.map((id, index) => ({ id, account: accounts[index]! }));
  return Map.groupBy(channels, ({ account }) => account.platform);
}

function refusePlatform(items: readonly PlanItem[], indexes: readonly number[], item: number): never {
  const { platform } = items[item]!;
  const missing = indexes.filter((index) => items[index]?.platform === platform).join(", ");
  throw invalid("accountIds", `Select an account for ${platform}, or leave out its items: ${missing}.`);
}

function prepareVideo(
  { services }: Research,
  { account_id, request }: PlanRow,
  item: PlanItem,
  { model }: ProducePlan,
): Promise<PreparedVideo> {
  const { inspo: _inspo, ...brief } = request.brief;
  return services.videos.prepare(account_id, {
    script: item.script,
    footage: [item.concept, ...item.shots].join("\n").slice(0, 5000),
    seconds: estimateSeconds(item.script),
    brief,
    model: model || undefined,
  });
}

async function requireCredits(
  { credits }: Research,
  trx: Transaction,
  accountId: string,
  required: number,
): Promise<void> {
  const available = await credits.balance(trx, accountId);
  if (credits.unlimited || available >= required) return;
  const detail = `These videos cost ${required} credits. ${available} are available. Produce fewer items with \`items\`, or add credits.`;
  throw new ApiError("insufficient_credits", detail, { members: { required, available } });
}

/** Charges, queues and records all orders, or none. Returns the credits charged. */
const storeOrders = (research: Research, plan: PlanRow, orders: readonly Order[]) =>
  research.db.transaction().execute(async (trx) => {
    if (!Bun.deepEquals(await lockPlan(trx, plan), plan.facts.items))
      throw new ApiError("conflict", "The plan was edited at the same time. Try again.");
    const productions = await readProductions(trx, plan.account_id, [plan.id]);
    // Another request may have ordered some of them in between.
    const left = orders.filter(({ item, video }) => {
      const known = productions.find((production) => production.item === item);
      return !known || (!isMade(known) && (video !== undefined || known.videoStatus === "completed"));
    });
    const required = sumCredits(left);
    await requireCredits(research, trx, plan.account_id, required);
    for (const order of left) await storeOrder(trx, plan, order, productions);
    return { used: required, remaining: await research.credits.balance(trx, plan.account_id) };
  });

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

/** Builds the caption with as many hashtags as the platform accepts. */
function toPostText(
  { services: { social } }: Research,
  items: readonly PlanItem[],
  at: number,
): Pick<PostPlan, "content" | "title"> {
  const { caption, hashtags, title, platform } = items[at]!;
  const findFaults = (text: string) => {
    const length = [...text].length;
    if (length > CONTENT_MAX) return [`A caption has at most ${CONTENT_MAX} characters; this one has ${length}.`];
    return social?.findTextFaults(platform, text) ?? [];
  };
  const [fault] = findFaults(caption);
  if (fault) throw invalid("items", `Item ${at}: ${fault} Change it with PATCH /content-plans/{planId}.`);
  const join = (tags: readonly string[]) =>
    [caption, tags.map((tag) => `#${tag}`).join(" ")].filter(Boolean).join("\n\n");
  const tags = [...hashtags];
  while (findFaults(join(tags)).length > 0) tags.pop();
  return { content: join(tags), title: [...title].slice(0, TITLE_MAX).join("") };
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

interface Calendar {
  startDate: string;
  timezone: string;
  times?: readonly string[];
}

/** Returns the local posting time of each item of a plan. Throws `validation_error`. */
function listTimes(
  items: readonly Pick<PlanItem, "day">[],
  postsPerDay: number,
  { startDate, timezone, times = USUAL_TIMES[postsPerDay - 1] ?? [] }: Calendar,
): string[] {
  if (!isTimeZone(timezone)) throw invalid("timezone", NO_ZONE);
  const start = parseDay(startDate);
  if (times.length !== postsPerDay)
    throw invalid("times", `The plan has ${postsPerDay} posts a day, so send ${postsPerDay} times.`);
  const sorted = times.toSorted();
  let day = 0;
  let post = 0;
  return items.map((item) => {
    post = item.day === day ? post + 1 : 0;
    day = item.day;
    return `${start.add({ days: day - 1 })}T${sorted[post]}`;
  });
}

function parseDay(startDate: string): Temporal.PlainDate {
  try {
    return Temporal.PlainDate.from(startDate);
  } catch {
    throw invalid("startDate", `The day ${startDate} does not exist. Send a date such as 2026-12-01.`);
  }
}

/** Converts the local posting time of an item to milliseconds. Throws `validation_error`. */
function toMoment(item: number, time: string, { timezone, times }: Calendar): number {
  try {
    return parseTime(time, timezone);
  } catch (error) {
    if (!(error instanceof TimeError)) throw error;
    // The times of day apply to every day, so they have no offset.
    throw invalid(times ? "times" : "startDate", `${error.problem} Choose another time for item ${item}.`);
  }
}

/**
 * Returns how long it takes to read a script's visible text, without its times and directions. Scenes that were held for
 * as long as the times say would stand still for most of it.
 */
export function estimateSeconds(script: string): number {
  const lines = script
    .replaceAll(/\[[^\]]*\]/g, "")
    .split("\n")
    .map((line) => line.replace(/^[\d:.\s–—-]+s?:\s*/u, "").replace(/^(?:hook|cta)\s*(?:\([^)]*\))?:\s*/iu, ""))
    .filter((line) => line.trim() !== "");
  return Math.max(MIN_SECONDS, Math.ceil(lines.length * SECONDS_A_LINE + lines.join("").length / SIGNS_A_SECOND));
}
