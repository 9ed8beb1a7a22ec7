import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Model, Provider } from "#core/engine";
import type { Facts, Prices } from "#core/facts";
import type { Engines } from "#core/generations/engines";
import { BASE } from "#core/http/paths";
import type { Router } from "#core/http/router";
import { Closed } from "#core/http/schema";
import type { Module } from "#core/module";
import { latest, versions } from "#core/request/versions";

interface Options {
  modules: readonly Module[];
  facts: Facts;
  prices: Prices;
  engines: Engines;
  router: Router;
}

const Names = Type.Unsafe<readonly string[]>(Type.Array(Type.String()));

const ModelView = Closed({
  id: Type.String(),
  kind: Type.String({ description: "Slot that the model belongs to." }),
  engine: Type.String(),
  title: Type.String(),
  description: Type.Optional(Type.String()),
  default: Type.Boolean({ description: "Used when a request names no model." }),
  duration: Type.Optional(Closed({ min: Type.Number(), max: Type.Number(), default: Type.Number() })),
  aspectRatios: Type.Optional(Names),
  resolutions: Type.Optional(Names),
  scenes: Type.Optional(Type.Boolean({ description: "True if it renders `scenes` exactly as given." })),
  layers: Type.Optional(Type.Boolean({ description: "True if it draws `layers` in the pass that makes the video." })),
  narrates: Type.Optional(
    Closed({ maxSeconds: Type.Number() }, { description: "Present if it makes narrated videos from a `script`." }),
  ),
  voices: Type.Optional(Names),
  faces: Type.Optional(
    Type.Unsafe<readonly ("image" | "video" | "avatar")[]>(
      Type.Array(Type.Union([Type.Literal("image"), Type.Literal("video"), Type.Literal("avatar")]), {
        description: "Input of a model for speaking people: an image, a video, or an avatar from GET /avatars.",
      }),
    ),
  ),
  retiredAt: Type.Optional(Type.String()),
  price: Type.Optional(Closed({ credits: Type.Number(), per: Type.String() })),
});

const ModelList = Closed({ models: Type.Array(ModelView) });
const ModuleList = Closed({
  modules: Type.Array(
    Closed({
      name: Type.String(),
      description: Type.Optional(Type.String()),
      page: Type.Optional(
        Closed({ title: Type.String(), url: Type.String({ description: "URL relative to this server." }) }),
      ),
    }),
  ),
});
const VersionList = Closed({
  versions: Type.Array(Closed({ version: Type.String(), summary: Type.String(), latest: Type.Boolean() })),
  latest: Type.String(),
});

/** Describes this server: API versions, modules and models. */
export function catalogueRoutes(options: Options) {
  const { engines, router } = options;
  const listed = versions.map((version) => ({ ...version, latest: version.version === latest }));
  return new Elysia({ normalize: false })
    .use(router)
    .get(`${BASE}/versions`, () => ({ versions: listed, latest }), {
      detail: { tags: ["system"], summary: "List the API versions", security: [] },
      response: { 200: VersionList },
    })
    .get(`${BASE}/modules`, () => ({ modules: options.modules.map(presentModule) }), {
      auth: "any",
      detail: { tags: ["system"], summary: "List the modules and plug-ins, with their pages" },
      response: { 200: ModuleList },
    })
    .get(`${BASE}/models`, () => ({ models: engines.slots().flatMap((slot) => describeModels(options, slot)) }), {
      auth: "any",
      detail: { tags: ["system"], summary: "List the models of all engines, with limits and prices" },
      response: { 200: ModelList },
    });
}

function presentModule({ name, description, page, openPrefix = `/open/${name}` }: Module) {
  const url = page && `${openPrefix}${page.path}`.replace(/(.)\/$/, "$1");
  return {
    name,
    description: description || undefined,
    page: page && url ? { title: page.title, url } : undefined,
  };
}

function describeModels({ engines, facts, prices }: Options, slot: Parameters<Engines["of"]>[0]) {
  const { price, per: unit } = facts.slots[slot] ?? {};
  return engines
    .of(slot)
    .flatMap((engine: Provider & { models?: readonly Model[]; voices?: readonly string[] }, rank) =>
      (engine.models ?? []).map((model, index) => ({
        ...model,
        voices: engine.voices,
        kind: slot,
        engine: engine.name,
        default: rank === 0 && index === 0,
        price: price || unit ? { credits: price ? prices.get(price, model.id) : 0, per: unit ?? "call" } : undefined,
      })),
    );
}
