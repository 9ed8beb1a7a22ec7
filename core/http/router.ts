import { Elysia } from "elysia";
import type { LimitGroup, Limits } from "#core/access/limits";
import { requireScope, type Scope } from "#core/access/scopes";
import { type Caller, getExchange } from "#core/request/exchange";

/** Facts of a route for the OpenAPI document, in the route's `detail`. */
export interface RouteFacts {
  "x-scope"?: Scope | "any";
  "x-limit"?: LimitGroup;
  "x-cost"?: readonly string[];
  "x-secrets"?: readonly string[];
}

/**
 * The router that modules build their routes on.
 * - `auth: "media:read"` (or "any" for every valid key) requires the scope, and adds `caller` and `exchange` to the
 *   handler's context. The edge checks the scope before anything is looked up.
 * - `limit: "generation"` counts valid requests against a group, in addition to the limit of all requests.
 * - `cost: ["image"]` documents the price. The service itself charges it, in its transaction.
 * - `secret: ["key"]` names fields of the response that are shown once. Stored and replayed responses mask them.
 * Idempotency needs no option: the edge provides it for every POST and PATCH.
 */
export const createRouter = (limits: Pick<Limits, "count">) =>
  new Elysia({ name: "vireo/router", normalize: false }).macro({
    auth: (scope: Scope | "any") => ({
      detail: { "x-scope": scope } as object,
      transform({ request }: { request: Request }) {
        const { caller } = getExchange(request);
        if (!caller) throw new Error("A route with `auth` must be below the base path.");
        // The edge has checked this already, except for routes of plug-ins that match all methods.
        if (scope !== "any") requireScope(caller, scope);
      },
      resolve: ({ request }) => ({ caller: getExchange(request).caller as Caller, exchange: getExchange(request) }),
    }),
    limit: (group: LimitGroup) => ({
      detail: { "x-limit": group } as object,
      async beforeHandle({ request }: { request: Request }) {
        const exchange = getExchange(request);
        if (!exchange.caller) throw new Error("A route with `limit` must be below the base path.");
        await limits.count(exchange, group, exchange.caller);
      },
    }),
    cost: (prices: readonly string[]) => ({ detail: { "x-cost": prices } as object }),
    secret: (fields: readonly string[]) => ({ detail: { "x-secrets": fields } as object }),
  });

export type Router = ReturnType<typeof createRouter>;
