import { type Static, Type } from "@sinclair/typebox";
import { Closed, ListOf, OneOf, pageQuery, Text, Timestamp, Url } from "vireo/schema";
import { versions } from "vireo/versions";

const ApiVersion = OneOf(
  versions.map(({ version }) => version),
  { description: "API version of the event data. Default: the latest." },
);
const url = Url("URL that receives the messages. It must be public.");
const description = Text({ maxLength: 500, description: "Your own note on the webhook." });

/** Creates request bodies that name events. The modules decide which ones exist. */
export function createWebhookSchemas(patterns: readonly string[], types: readonly string[]) {
  const events = Type.Array(OneOf(patterns, { $id: "WebhookEventPattern" }), {
    minItems: 1,
    maxItems: patterns.length,
    uniqueItems: true,
    description: "Event types, all types of one subject (`video.*`), or all types (`*`).",
  });
  return {
    TestWebhook: Type.Optional(
      Closed({
        type: Type.Optional(
          OneOf(types, { description: "Event type whose sample is sent. Default: a webhook.test message." }),
        ),
      }),
    ),
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
  webhookId: Type.String({ description: "ID of the webhook (whk_…)." }),
  url: Type.String(),
  events: Type.Array(Type.String()),
  description: Type.Optional(Type.String()),
  apiVersion: Type.String({ description: "API version of the event data." }),
  status: OneOf(["enabled", "disabled"]),
  disabledReason: Type.Optional(Type.String({ description: "Reason why the server disabled the webhook." })),
  failingSince: Type.Optional(Timestamp("Every attempt since this time has failed.")),
  createdAt: Timestamp("Creation time."),
  updatedAt: Timestamp("Time of the last change."),
};
export const Webhook = Closed(webhook);
export const Webhooks = ListOf("webhooks", Webhook);
export const ShownWebhook = Closed({
  ...webhook,
  secret: Type.String({ description: "Secret to verify signatures (whsec_…). Shown only once." }),
});
export const RotatedWebhook = Closed({
  ...ShownWebhook.properties,
  oldSecretUntil: Timestamp("Messages are also signed with the old secret until this time."),
});

const delivery = {
  deliveryId: Type.String({ description: "ID of the delivery (dlv_…); the `webhook-id` header of its message." }),
  webhookId: Type.String(),
  type: Type.String({ description: "The event's type, or webhook.test." }),
  status: OneOf(["pending", "delivered", "failed"]),
  attempts: Type.Integer({ description: "Number of attempts so far." }),
  statusCode: Type.Optional(Type.Integer({ description: "Status code of the last response." })),
  error: Type.Optional(Type.String({ description: "Reason why the last attempt failed." })),
  responseBody: Type.Optional(Type.String({ description: "First kilobyte of the last response." })),
  durationMs: Type.Optional(Type.Integer({ description: "Duration of the last attempt, in milliseconds." })),
  nextAttemptAt: Type.Optional(Timestamp("Time of the next attempt.")),
  deliveredAt: Type.Optional(Timestamp("Time of delivery.")),
  createdAt: Timestamp("Creation time of the message."),
};
export const Delivery = Closed(delivery);
export const Deliveries = ListOf("deliveries", Delivery);
export const DeliveryWithPayload = Closed({
  ...delivery,
  payload: Type.Record(Type.String(), Type.Unknown(), { description: "Body of the message." }),
});
export const DeliveryQuery = Closed({
  ...pageQuery,
  status: Type.Optional(
    OneOf(["pending", "delivered", "failed"], { description: "Only deliveries with this status." }),
  ),
});

export const EventQuery = Closed({
  types: Type.Optional(
    Text({ maxLength: 1000, description: "Comma-separated event types, or `video.*`. Default: all." }),
  ),
});
