import { requireScope } from "vireo/access";
import { ApiError, invalid } from "vireo/errors";
import type { Events, EventType } from "vireo/events";
import type { Context } from "vireo/module";
import type { Caller } from "vireo/request";
import type { Router } from "vireo/router";
import { toMessage } from "./message";
import { listPatterns, matchTypes } from "./patterns";
import { EventQuery } from "./schema";
import type { EventStreams } from "./streams";

const EVENT_STREAM = "text/event-stream";

/** Resolves the requested types. Default: all types that the key may read. */
function selectTypes(events: Events, caller: Caller, requested: string | undefined): EventType[] {
  const mayRead = (type: EventType) => caller.scopes.has(events.getScope(type));
  if (requested === undefined) {
    const types = events.types.filter(mayRead);
    if (types.length > 0) return types;
    throw new ApiError(
      "insufficient_scope",
      `The key "${caller.keyName}" cannot read any events: it requires a scope such as media:read.`,
    );
  }
  const names = requested.split(",").map((name) => name.trim());
  const patterns = listPatterns(events);
  const unknown = names.find((name) => !patterns.includes(name));
  if (unknown !== undefined) throw invalid("types", `"${unknown}" is not one of ${patterns.join(", ")}.`);
  const types = matchTypes(events, names);
  // A named type must be readable; a pattern selects its readable types.
  for (const type of types)
    if (names.includes(type) || !types.some(mayRead)) requireScope(caller, events.getScope(type));
  return types.filter(mayRead);
}

function lastEventId(request: Request): number | undefined {
  const text = request.headers.get("last-event-id");
  if (text === null || text === "") return undefined;
  if (!/^\d{1,15}$/.test(text)) throw invalid("Last-Event-ID", "Must be the id of an event of this stream.");
  return Number(text);
}

export const addEventRoutes = (router: Router, streams: EventStreams, { events }: Pick<Context, "events">) =>
  router.get(
    "/events",
    async ({ caller, exchange, query, request }) => {
      const types = new Set(selectTypes(events, caller, query.types));
      const last = lastEventId(request);
      const headers = { "content-type": EVENT_STREAM, "cache-control": "no-store", "x-accel-buffering": "no" };
      if (exchange.method === "HEAD") return new Response(null, { headers });
      const body = await streams.open({
        accountId: caller.accountId,
        types,
        last,
        message: (event) => toMessage(events, exchange.version, event),
        async isAllowed() {
          const now = await exchange.identify().catch((error) => {
            // The account is suspended. The stream ends, and a reconnect returns the reason.
            if (error instanceof ApiError && error.status < 500) return undefined;
            throw error;
          });
          return now !== undefined && [...types].every((type) => now.scopes.has(events.getScope(type)));
        },
        signal: request.signal,
      });
      return new Response(body, { headers });
    },
    {
      auth: "any",
      query: EventQuery,
      detail: {
        operationId: "streamEvents",
        summary: "Follow the account's events live",
        description:
          "Server-sent events: `id` is the event's position in the account's order, `event` its type, `data` the same JSON that webhooks receive, in the API version of this request. The stream contains the events that the key may read. After a reconnect with `Last-Event-ID`, it starts with missed events, at most the newest thousand; a `gap` event reports how many more were missed.",
        parameters: [
          {
            name: "Last-Event-ID",
            in: "header",
            description: "ID of the last event received.",
            schema: { type: "string", pattern: "^\\d{1,15}$" },
          },
        ],
        "x-errors": [403],
        responses: {
          200: {
            description: "Event stream. It stays open until either side closes it.",
            content: { [EVENT_STREAM]: { schema: { type: "string" } } },
          },
        },
      } as object,
    },
  );
