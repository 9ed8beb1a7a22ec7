import { type Examples, findEventSample } from "#core/examples";
import type { Facts } from "#core/facts";
import { toPascalCase } from "#core/openapi/names";
import { messageParameters } from "#core/openapi/parts";
import type { Route } from "#core/openapi/route";
import type { Json, Schemas } from "#core/openapi/schema";
import type { Changes } from "#core/request/versions";

/** Name of the schema that all messages share. */
const MESSAGE = "WebhookMessage";

const TIMESTAMP = "2026-12-01T09:00:20.000Z";
const ACCOUNT_ID = "019ad82b-0288-7a4b-9e17-000000000001";

const createMessage = (version: string): Json => ({
  type: "object",
  required: ["type", "timestamp", "accountId", "apiVersion", "data"],
  properties: {
    type: { type: "string" },
    timestamp: { type: "string", format: "date-time", examples: [TIMESTAMP] },
    accountId: { type: "string", examples: [ACCOUNT_ID] },
    apiVersion: { type: "string", examples: [version] },
    test: { type: "boolean", description: "True for test messages.", examples: [false] },
    data: { type: "object" },
  },
});

interface Context {
  version: string;
  events: Facts["events"];
  examples: Examples;
  changes: Changes;
  schemas: Pick<Schemas, "add">;
  /** The described operations, with the method and path of their routes. */
  paths: Record<string, Record<string, Json>>;
}

type Responses = Record<string, { content?: Record<string, { schema: Json }> }>;

/** Describes the messages sent to webhooks, one per event type. Their data is the response of the event's route. */
export function describeWebhooks(routes: readonly Route[], context: Context): Record<string, Json> {
  if (Object.keys(context.events).length > 0) context.schemas.add(MESSAGE, createMessage(context.version));
  const operations = Object.values(context.paths).flatMap((item) => Object.values(item));
  return Object.fromEntries(
    Object.entries(context.events).map(([type, { route: name, scope }]) => {
      const route = routes.find(({ method, path }) => name === `${method} ${path}`);
      const operation = operations.find(({ operationId }) => operationId === route?.names.operationId);
      const success = Object.entries((operation?.responses ?? {}) as Responses).find(([status]) => status < "300")?.[1];
      const schema = success?.content?.["application/json"]?.schema ?? { type: "object" };
      const sample = findEventSample(context.examples, type);
      const data = sample && (name ? context.changes.response(context.version, name, sample) : sample);
      const tags = route ? { tags: [route.tag] } : {};
      return [type, { post: { ...tags, ...describeMessage({ type, scope, schema, data, version: context.version }) } }];
    }),
  );
}

interface Input {
  type: string;
  scope: string;
  schema: Json;
  data: unknown;
  version: string;
}

function describeMessage({ type, scope, schema, data, version }: Input): Json {
  const example = {
    type,
    timestamp: TIMESTAMP,
    accountId: ACCOUNT_ID,
    apiVersion: version,
    data,
  };
  return {
    operationId: `on${toPascalCase(type)}`,
    summary: type,
    description: `Sent to webhooks that subscribe to \`${type}\`. Needs the scope \`${scope}\`.`,
    security: [],
    parameters: Object.keys(messageParameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: {
            allOf: [
              { $ref: `#/components/schemas/${MESSAGE}` },
              { type: "object", properties: { type: { enum: [type] }, data: schema } },
            ],
          },
          example: data === undefined ? undefined : example,
        },
      },
    },
    responses: { "2XX": { description: "Received." } },
  };
}
