import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { type BriefIds, resolveBrief } from "vireo/brief";
import { EngineError } from "vireo/engine";
import { ApiError, type FieldErrors, invalid, notFound } from "vireo/errors";
import type { Generation, GenerationKind } from "vireo/generations";
import { presentCommon, presentStart, review } from "vireo/generations";
import { toPublicId } from "vireo/ids";
import type { Context, Services } from "vireo/module";
import type { Exchange } from "vireo/request";
import type { PlanRequest } from "vireo/slots/plan";
import { findInspiration } from "./inspiration";
import { type EditPlan, type MakePlan, PlanItem } from "./schema";

const PREFIX = "plan";
const Facts = Type.Object({ items: Type.Array(PlanItem) });
type Item = Static<typeof PlanItem>;

type Parts = Pick<Context, "db" | "engines" | "generations" | "prices" | "log"> & {
  services: { "viral-library": Services["viral-library"]; content?: Services["content"] };
};

/** Items in the order of the days, and what of them is not what was asked for, by the places they were given in. */
function reviewItems(given: readonly Item[], { days, postsPerDay, platforms, inspiration }: PlanRequest) {
  const placed = given.map((item, at) => ({ item, at })).toSorted((a, b) => a.item.day - b.item.day);
  const items = placed.map(({ item }) => item);
  if (given.length !== days * postsPerDay) {
    const count = `The plan has ${days * postsPerDay} items: days × postsPerDay.`;
    return { items, errors: { items: [count] } as FieldErrors };
  }
  const known = new Set(inspiration.map(({ id }) => id));
  const errors: FieldErrors = {};
  placed.forEach(({ item, at }, place) => {
    const day = Math.floor(place / postsPerDay) + 1;
    if (item.day !== day) errors[`items.${at}.day`] = [`Must be ${day}: each day has ${postsPerDay}.`];
    if (!platforms.includes(item.platform))
      errors[`items.${at}.platform`] = [`Must be one of ${platforms.join(", ")}.`];
    if (!item.inspiredBy.every((id) => known.has(id))) {
      errors[`items.${at}.inspiredBy`] = ["Must name videos that the plan was made with."];
    }
  });
  return { items, errors };
}

export function createPlans({ db, engines, generations, prices, log, services }: Parts) {
  async function start(exchange: Exchange, accountId: string, body: MakePlan) {
    const { inspoId, personaId, productId, messagingId, niche, goal, model: asked, seed, ...grid } = body;
    if (!inspoId && !productId && !messagingId && !niche && !goal) {
      throw invalid(
        "niche",
        "Say what it is about: give at least one of niche, goal, inspoId, productId and messagingId.",
      );
    }
    const { engine, model, fallbacks } = engines.choose("plan", asked);
    const brief = await resolveBrief(services.content, accountId, body as BriefIds);
    const subject = { ...(niche ? { niche } : {}), ...(goal ? { goal } : {}), brief };
    const request: PlanRequest = {
      model: model.id,
      ...grid,
      ...subject,
      seed: seed ?? crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1,
      inspiration: await findInspiration(services["viral-library"].search, log, accountId, subject),
    };
    review(engine, request);
    const submitted = await generations.submit(exchange, {
      kind: "plan",
      engine: engine.name,
      fallbacks,
      model: model.id,
      prompt: niche ?? goal ?? brief.product?.name ?? brief.inspo?.name ?? brief.messaging?.name ?? "",
      request,
      credits: prices.get("plan", model.id),
      reason: `Content plan, ${body.days} ${body.days === 1 ? "day" : "days"}`,
    });
    const planId = toPublicId(PREFIX, submitted.row.id);
    return { planId, ...presentStart(submitted, engine.estimateSeconds?.(request) ?? 30) };
  }

  function present(row: Generation) {
    const { platforms, days, postsPerDay, niche, goal, language, seed } = row.request as unknown as PlanRequest;
    const { items = [] } = row.facts as { items?: Item[] };
    return {
      planId: toPublicId(PREFIX, row.id),
      ...presentCommon(row),
      ...{ platforms, days, postsPerDay, seed, items },
      ...(niche ? { niche } : {}),
      ...(goal ? { goal } : {}),
      ...(language ? { language } : {}),
    };
  }

  const kind: GenerationKind = {
    kind: "plan",
    slot: "plan",
    prefix: PREFIX,
    produces: "facts",
    present,
    check(facts, row) {
      if (!Value.Check(Facts, facts)) throw new EngineError("engine_bad_result", "The engine's plan is not whole.");
      const { items, errors } = reviewItems(facts.items, row.request as unknown as PlanRequest);
      const [wrong] = Object.entries(errors);
      if (wrong)
        throw new EngineError("engine_bad_result", `The engine's plan is not what was asked for: ${wrong[0]}.`);
      return { items };
    },
    events: { completed: "plan.completed", failed: "plan.failed" },
  };

  async function find(accountId: string, id: string): Promise<Generation> {
    const row = await generations.find(accountId, "plan", id);
    if (!row) throw notFound("content plan");
    return row;
  }

  async function edit(accountId: string, planId: string, body: EditPlan) {
    const row = await find(accountId, planId);
    const { items, errors } = reviewItems(body.items, row.request as unknown as PlanRequest);
    if (row.status !== "completed")
      throw new ApiError("conflict", `The plan is ${row.status}; it has no items to edit.`);
    const [first] = Object.entries(errors);
    if (first) throw new ApiError("validation_error", `${first[0]}: ${first[1][0]}`, { errors });
    const changed = await db
      .updateTable("generations")
      .set({ facts: { items } })
      .where("id", "=", row.id)
      .where("account_id", "=", accountId)
      .where("status", "=", "completed")
      .returningAll()
      .executeTakeFirst();
    if (!changed) throw notFound("content plan");
    return present(changed);
  }

  return { start, find, edit, present, kind };
}
