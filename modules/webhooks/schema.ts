import { type Static, Type } from "@sinclair/typebox";
import { Closed, ListOf, OneOf, pageQuery, Text, Timestamp, Url } from "vireo/schema";
import { versions } from "vireo/versions";

const ApiVersion = OneOf(
  versions.map(({ version }) => version),
  { description: "The API version that the data of its messages are in. Default: the latest." },
);
const url = Url("Where messages are sent: a public http(s) address.");
const description = Text({ maxLength: 500, description: "For people." });

/** Request bodies that name events; which ones exist depends on the modules. */
export function createWebhookSchemas(patterns: readonly string[]) {
  const events = Type.Array(OneOf(patterns), {
    minItems: 1,
    maxItems: patterns.length,
    uniqueItems: true,
    description: "Event types, all of one subject (`video.*`), or all (`*`).",
  });
  return {
    CreateWebhook: Closed({
      url,
      events,
      description: Type.Optional(description),
      apiVersion: Type.Optional(ApiVersion),
    }),
    PatchWebhook: Closed({
      url: Type.Optional(url),
      events: Type.Optional(events),
      description: Type.Optional(description),
      apiVersion: Type.Optional(ApiVersion),
      status: Type.Optional(
        OneOf(["enabled", "disabled"], {
          description: "Disabling fails pending deliveries; enabling resets the failure count.",
        }),
      ),
    }),
  };
}
type Schemas = ReturnType<typeof createWebhookSchemas>;
export type CreateWebhook = Static<Schemas["CreateWebhook"]>;
export type PatchWebhook = Static<Schemas["PatchWebhook"]>;

const webhook = {
  webhookId: Type.String({ description: "Id of the webhook (whk_…)." }),
  url: Type.String(),
  events: Type.Array(Type.String()),
  description: Type.Optional(Type.String()),
  apiVersion: Type.String({ description: "The API version of its messages." }),
  status: OneOf(["enabled", "disabled"]),
  disabledReason: Type.Optional(Type.String({ description: "Why the server disabled it." })),
  failingSince: Type.Optional(Timestamp("Since then nothing but failures.")),
  createdAt: Timestamp("When it was made."),
  updatedAt: Timestamp("When it was last changed."),
};
export const Webhook = Closed(webhook);
export const Webhooks = ListOf("webhooks", Webhook);
export const ShownWebhook = Closed({
  ...webhook,
  secret: Type.String({ description: "Verifies signatures (whsec_…). Shown only now." }),
});
export const RotatedWebhook = Closed({
  ...ShownWebhook.properties,
  oldSecretUntil: Timestamp("Until then messages are signed with the old secret, too."),
});

const delivery = {
  deliveryId: Type.String({ description: "Id of the delivery (dlv_…); the `webhook-id` header of its message." }),
  webhookId: Type.String(),
  type: Type.String({ description: "The event's type, or webhook.test." }),
  status: OneOf(["pending", "delivered", "failed"]),
  attempts: Type.Integer({ description: "Attempts so far." }),
  statusCode: Type.Optional(Type.Integer({ description: "Status of the last answer." })),
  error: Type.Optional(Type.String({ description: "Why the last attempt failed." })),
  responseBody: Type.Optional(Type.String({ description: "The last answer's first kilobyte." })),
  durationMs: Type.Optional(Type.Integer({ description: "How long the last attempt took, milliseconds." })),
  nextAttemptAt: Type.Optional(Timestamp("When it is tried next.")),
  deliveredAt: Type.Optional(Timestamp("When it was accepted.")),
  createdAt: Timestamp("When the message was made."),
};
export const Delivery = Closed(delivery);
export const Deliveries = ListOf("deliveries", Delivery);
export const DeliveryWithPayload = Closed({
  ...delivery,
  payload: Type.Record(Type.String(), Type.Unknown(), { description: "The body of the message." }),
});
export const DeliveryQuery = Closed({
  ...pageQuery,
  status: Type.Optional(OneOf(["pending", "delivered", "failed"], { description: "Only these." })),
});

export const EventQuery = Closed({
  types: Type.Optional(
    Text({ maxLength: 1000, description: "Only these, separated by commas: event types, or `video.*`. Default: all." }),
  ),
});
