import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { type BriefIds, resolveBrief } from "vireo/brief";
import type { Database } from "vireo/database";
import { EngineError } from "vireo/engine";
import { ApiError, type FieldErrors, invalid, notFound } from "vireo/errors";
import { type Generation, type GenerationKind, presentCommon } from "vireo/generations";
import { hookForms } from "vireo/hooks";
import { toPublicId } from "vireo/ids";
import type { Caller, Exchange } from "vireo/request";
import type { OwnResults, PlanRequest } from "vireo/slots/plan";
import type { Research } from "./context";
import { findInspiration } from "./inspiration";
import { lockPlan, priceItems, produceItems } from "./production/produce";
import { forgetProductions, isMade, presentProduction, readProductions } from "./production/store";
import { type EditPlan, type MakePlan, PlanItem, type ProducePlan } from "./schema";

const PREFIX = "plan";
const Facts = Type.Object({ items: Type.Array(PlanItem) });
type Item = Static<typeof PlanItem>;

/** Sorts items by day and returns mismatches with the request, by the index that was sent. */
function reviewItems(sent: readonly Item[], { days, postsPerDay, platforms, inspiration }: PlanRequest) {
  const placed = sent.map((item, at) => ({ item, at })).toSorted((a, b) => a.item.day - b.item.day);
  const items = placed.map(({ item }) => item);
  if (sent.length !== days * postsPerDay) {
    const count = `Must have ${days * postsPerDay} items: days × postsPerDay.`;
    return { items, errors: { items: [count] } as FieldErrors };
  }
  const inspirationIds = new Set(inspiration.map(({ id }) => id));
  const errors: FieldErrors = {};
  placed.forEach(({ item, at }, place) => {
    const day = Math.floor(place / postsPerDay) + 1;
    if (item.day !== day) errors[`items.${at}.day`] = [`Must be ${day}: each day has ${postsPerDay} posts.`];
    if (!platforms.includes(item.platform))
      errors[`items.${at}.platform`] = [`Must be one of ${platforms.join(", ")}.`];
    if (!item.inspiredBy.every((id) => inspirationIds.has(id))) {
      errors[`items.${at}.inspiredBy`] = ["Must be ids of the plan's source videos."];
    }
  });
  return { items, errors };
}

/** Throws if the body contains no subject for the plan. */
function requireSubject({ inspoId, productId, messagingId, niche, goal }: MakePlan): void {
  if (inspoId || productId || messagingId || niche || goal) return;
  throw invalid("niche", "Send at least one of niche, goal, inspoId, productId and messagingId.");
}

const nameForm = (form: OwnResults["hooks"][number]["form"]) => hookForms.find(({ id }) => id === form)?.name ?? form;

/** Describes what the plan has learned from the account's own posts, or why it has not. */
function summarize({ posts, neededPosts, neededPostsPerHook, simulated, hooks }: OwnResults): string {
  const basis = simulated ? `${posts} posts with metrics simulated by the sandbox` : `${posts} posts`;
  if (posts < neededPosts)
    return `Based on the viral library only. Your own results are used once ${neededPosts} posts have metrics from at least their first day; so far ${posts} do.`;
  const [best] = hooks;
  if (!best)
    return `Based on the viral library only. No hook type appears in at least ${neededPostsPerHook} of your ${basis} yet.`;
  return `Based on ${basis} of the last 180 days. Your hooks of type “${nameForm(best.form)}” got ${best.timesMedian}× your median views (${best.posts} posts).`;
}

/** Lessons of a plan from the account's own posts. */
const presentOwnResults = (results: OwnResults) => {
  const { posts, neededPosts, simulated, hooks } = results;
  return {
    posts,
    neededPosts,
    simulated,
    hooks: hooks.map(({ form, posts, timesMedian }) => ({ hook: form, posts, timesMedian })),
    summary: summarize(results),
  };
};

function present(row: Generation<PlanRequest>) {
  const { platforms, days, postsPerDay, niche, goal, language, seed, ownResults } = row.request;
  const { items = [] } = row.facts as { items?: Item[] };
  return {
    planId: toPublicId(PREFIX, row.id),
    ...presentCommon(row),
    platforms,
    days,
    postsPerDay,
    seed,
    items,
    niche: niche || undefined,
    goal: goal || undefined,
    language: language || undefined,
    ownResults: ownResults && presentOwnResults(ownResults),
  };
}

export const planKind: GenerationKind<PlanRequest> & { slot: "plan" } = {
  kind: "plan",
  slot: "plan",
  prefix: PREFIX,
  noun: "content plan",
  produces: "facts",
  present,
  check(facts, row) {
    if (!Value.Check(Facts, facts))
      throw new EngineError("engine_bad_result", "The engine returned an incomplete plan.");
    const { items, errors } = reviewItems(facts.items, row.request);
    const [invalidField] = Object.keys(errors);
    if (invalidField) {
      throw new EngineError("engine_bad_result", `The engine's plan does not match the request: ${invalidField}.`);
    }
    return { items };
  },
  events: { completed: "plan.completed", failed: "plan.failed" },
};

/** Formats plans, including the progress of their production. */
export async function presentPlans(on: Database, rows: readonly Generation<PlanRequest>[]) {
  const ids = rows.map(({ id }) => id);
  const productions = rows[0] ? await readProductions(on, rows[0].account_id, ids) : [];
  return rows.map((row) => {
    const production = presentProduction(productions.filter(({ plan_id }) => plan_id === row.id));
    return { ...present(row), production };
  });
}

export const presentPlan = async (on: Database, row: Generation<PlanRequest>) => (await presentPlans(on, [row]))[0]!;

/** Builds the engine's request: the grid, the brief, and videos and results to learn from. */
async function toRequest(research: Research, accountId: string, body: MakePlan, model: string): Promise<PlanRequest> {
  const { inspoId, personaId, productId, messagingId, niche, goal, model: _model, seed, ...grid } = body;
  const { services } = research;
  const brief = await resolveBrief(services.content, accountId, body as BriefIds);
  const ownResults = await services.social?.readOwnResults(accountId);
  const subject = { niche: niche || undefined, goal: goal || undefined, brief };
  return {
    model,
    ...grid,
    ...subject,
    seed: seed ?? crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1,
    inspiration: await findInspiration(research, accountId, { ...subject, ownResults }),
    ownResults,
  };
}

export function startPlan(research: Research, accountId: string, body: MakePlan, exchange: Exchange) {
  const { generations, prices } = research;
  requireSubject(body);
  return generations.start(exchange, {
    kind: planKind,
    model: body.model,
    toRequest: ({ model }) => toRequest(research, accountId, body, model.id),
    toPrompt: ({ niche, goal, brief }) =>
      niche ?? goal ?? brief.product?.name ?? brief.inspo?.name ?? brief.messaging?.name ?? "",
    price: (model) => prices.get("plan", model),
    toReason: ({ days }) => `Content plan, ${days} ${days === 1 ? "day" : "days"}`,
    seconds: 30,
  });
}

/** Throws `not_found`. */
export const getPlan = ({ generations }: Research, accountId: string, planId: string) =>
  generations.get(accountId, planKind, planId);

/** Makes and schedules the videos of a plan. Throws `conflict`, `validation_error`, `insufficient_credits`. */
export async function producePlan(
  research: Research,
  caller: Caller,
  planId: string,
  body: ProducePlan,
  exchange: Exchange,
) {
  const row = await getPlan(research, caller.accountId, planId);
  if (body.dryRun) {
    const price = await priceItems(research, caller, row, body);
    return { ...(await presentPlan(research.db, row)), ...price };
  }
  exchange.credits = await produceItems(research, caller, row, body);
  return presentPlan(research.db, row);
}

export async function removePlan(research: Research, accountId: string, planId: string): Promise<void> {
  const row = await getPlan(research, accountId, planId);
  await research.generations.remove(row, (trx, keys) => forgetProductions(trx, row.id).then(() => keys));
}

/** Replaces the items of a completed plan. Throws `conflict` if that would change a produced one. */
export async function editPlan(research: Research, accountId: string, planId: string, body: EditPlan) {
  const { db, generations } = research;
  const row = await getPlan(research, accountId, planId);
  const { items, errors } = reviewItems(body.items, row.request);
  if (row.status !== "completed")
    throw new ApiError("conflict", `The plan is ${row.status}. Only completed plans can be edited.`);
  const [first] = Object.entries(errors);
  if (first) throw new ApiError("validation_error", `${first[0]}: ${first[1][0]}`, { errors });
  return db.transaction().execute(async (trx) => {
    const before = await lockPlan(trx, row);
    const made = (await readProductions(trx, accountId, [row.id])).filter(isMade);
    const changedItem = made.find(({ item }) => !Bun.deepEquals(before[item], items[item]));
    if (changedItem) {
      const detail = `Item ${changedItem.item} was produced and cannot change. Edit its video and post instead.`;
      throw new ApiError("conflict", detail);
    }
    const changed = await generations.updateFacts(trx, row, { items });
    if (!changed) throw notFound("content plan");
    return presentPlan(trx, changed);
  });
}
