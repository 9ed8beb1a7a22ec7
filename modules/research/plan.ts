import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { type BriefIds, resolveBrief } from "#core/brief";
import { EngineError, type PlanRequest } from "#core/engine";
import { invalid, notFound } from "#core/errors";
import type { Exchange } from "#core/exchange";
import type { Generation, GenerationKind } from "#core/generation";
import { presentCommon, presentStart, review } from "#core/generation-routes";
import { toPublicId } from "#core/ids";
import { type Context, priceOf, type Services } from "#core/module";
import { findInspiration } from "./inspiration";
import { type MakePlan, PlanItem } from "./schema";

const PREFIX = "plan";
const Facts = Type.Object({ items: Type.Array(PlanItem) });

type Parts = Pick<Context, "engines" | "generations" | "host" | "log"> & {
  services: { "viral-library": Services["viral-library"]; content?: Services["content"] };
};

export function createPlans({ engines, generations, host, log, services }: Parts) {
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
      credits: priceOf(host, "plan", model.id),
      reason: `Content plan, ${body.days} ${body.days === 1 ? "day" : "days"}`,
    });
    const planId = toPublicId(PREFIX, submitted.row.id);
    return { planId, ...presentStart(submitted, engine.estimateSeconds?.(request) ?? 30) };
  }

  function present(row: Generation) {
    const { platforms, days, postsPerDay, niche, goal, language, seed } = row.request as unknown as PlanRequest;
    const { items = [] } = row.facts as { items?: Static<typeof PlanItem>[] };
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
      const { days, postsPerDay, platforms, inspiration } = row.request as unknown as PlanRequest;
      const known = new Set(inspiration.map(({ id }) => id));
      if (!Value.Check(Facts, facts) || facts.items.length !== days * postsPerDay) {
        throw new EngineError("engine_bad_result", "The engine's plan is not whole.");
      }
      const items = facts.items.toSorted((a, b) => a.day - b.day);
      items.forEach(({ day, platform, inspiredBy }, at) => {
        const right = day === Math.floor(at / postsPerDay) + 1 && platforms.includes(platform);
        if (!right || !inspiredBy.every((id) => known.has(id))) {
          throw new EngineError("engine_bad_result", `Item ${at + 1} of the engine's plan is not what was asked for.`);
        }
      });
      return { items };
    },
    events: { completed: "plan.completed", failed: "plan.failed" },
  };

  async function find(accountId: string, id: string): Promise<Generation> {
    const row = await generations.find(accountId, "plan", id);
    if (!row) throw notFound("content plan");
    return row;
  }

  return { start, find, present, kind };
}
