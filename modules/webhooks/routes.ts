import type { Router } from "vireo/router";
import { Nothing, PageQuery } from "vireo/schema";
import type { Webhooks as Context } from "./context";
import { getDelivery, listDeliveries, presentDelivery, redeliver, sendTest } from "./deliveries";
import {
  type createWebhookSchemas,
  Delivery,
  Deliveries as DeliveryList,
  DeliveryQuery,
  DeliveryWithPayload,
  RotatedWebhook,
  ShownWebhook,
  Webhook,
  Webhooks,
} from "./schema";
import {
  createWebhook,
  getWebhook,
  listWebhooks,
  openSecret,
  patchWebhook,
  present,
  removeWebhook,
  rotateSecret,
} from "./webhooks";

const auth = "webhooks:manage";
type Schemas = ReturnType<typeof createWebhookSchemas>;

/** Adds the routes of webhooks. */
export const addWebhookRoutes = (router: Router, webhooks: Context, { CreateWebhook, PatchWebhook }: Schemas) =>
  router
    .post(
      "/webhooks",
      async ({ body, caller, set }) => {
        const row = await createWebhook(webhooks, caller, body);
        const shown = present(row);
        set.status = 201;
        set.headers.location = `/api/v1/webhooks/${shown.webhookId}`;
        return { ...shown, secret: openSecret(webhooks, row) };
      },
      {
        auth,
        secret: ["secret"],
        detail: {
          summary: "Create a webhook",
          description:
            "The secret is shown once. Messages are signed as defined by Standard Webhooks: verify the signature before you trust one. A webhook receives only what its creator may read: named events require their read scope, and a pattern covers the readable events. A webhook is disabled when its creating key or person is removed. Whoever changes its `url` or `events`, or enables it, becomes its creator.",
        },
        body: CreateWebhook,
        response: { 201: ShownWebhook },
      },
    )
    .get(
      "/webhooks",
      async ({ query, caller }) => {
        const { rows, pagination } = await listWebhooks(webhooks, caller.accountId, query);
        return { webhooks: rows.map(present), pagination };
      },
      { auth, detail: { summary: "List webhooks" }, query: PageQuery, response: { 200: Webhooks } },
    )
    .get(
      "/webhooks/:webhookId",
      async ({ params, caller }) => present(await getWebhook(webhooks, caller.accountId, params.webhookId)),
      { auth, detail: { summary: "Get a webhook" }, response: { 200: Webhook } },
    )
    .patch(
      "/webhooks/:webhookId",
      async ({ params, body, caller }) => present(await patchWebhook(webhooks, caller, params.webhookId, body)),
      {
        auth,
        detail: { summary: "Update a webhook" },
        body: PatchWebhook,
        response: { 200: Webhook },
      },
    )
    .delete(
      "/webhooks/:webhookId",
      async ({ params, caller, set }) => {
        await removeWebhook(webhooks, caller.accountId, params.webhookId);
        set.status = 204;
      },
      { auth, detail: { summary: "Delete a webhook and its deliveries" }, response: { 204: Nothing } },
    )
    .post(
      "/webhooks/:webhookId/rotate-secret",
      async ({ params, caller }) => {
        const { row, oldSecretUntil } = await rotateSecret(webhooks, caller, params.webhookId);
        return { ...present(row), secret: openSecret(webhooks, row), oldSecretUntil };
      },
      {
        auth,
        secret: ["secret"],
        detail: {
          summary: "Rotate the secret of a webhook",
          description: "Returns a new secret. Messages are also signed with the old one for a day.",
        },
        response: { 200: RotatedWebhook },
      },
    );

/** Adds the routes of a webhook's deliveries. */
export function addDeliveryRoutes(router: Router, webhooks: Context, { TestWebhook }: Pick<Schemas, "TestWebhook">) {
  const locate = (delivery: ReturnType<typeof presentDelivery>) =>
    `/api/v1/webhooks/${delivery.webhookId}/deliveries/${delivery.deliveryId}`;
  router
    .post(
      "/webhooks/:webhookId/test",
      async ({ params, body, caller, set }) => {
        const webhook = await getWebhook(webhooks, caller.accountId, params.webhookId);
        const delivery = presentDelivery(await sendTest(webhooks, caller, webhook, body?.type));
        set.status = 202;
        set.headers.location = locate(delivery);
        return delivery;
      },
      {
        auth,
        detail: {
          summary: "Send a test message",
          description:
            "Sends a `webhook.test` message once, without retries, or a sample of an event type with `test: true`, whether or not the webhook subscribes to it.",
        },
        body: TestWebhook,
        response: { 202: Delivery },
      },
    )
    .get(
      "/webhooks/:webhookId/deliveries",
      async ({ params, query, caller }) => {
        const webhook = await getWebhook(webhooks, caller.accountId, params.webhookId);
        const { rows, pagination } = await listDeliveries(webhooks, caller, webhook, query);
        return { deliveries: rows.map(presentDelivery), pagination };
      },
      {
        auth,
        detail: {
          summary: "List the deliveries of a webhook",
          description: "Only deliveries of events that the caller may read.",
        },
        query: DeliveryQuery,
        response: { 200: DeliveryList },
      },
    )
    .get(
      "/webhooks/:webhookId/deliveries/:deliveryId",
      async ({ params, caller }) => {
        const webhook = await getWebhook(webhooks, caller.accountId, params.webhookId);
        const row = await getDelivery(webhooks, caller, webhook, params.deliveryId);
        return { ...presentDelivery(row), payload: JSON.parse(row.body) };
      },
      { auth, detail: { summary: "Get a delivery" }, response: { 200: DeliveryWithPayload } },
    )
    .post(
      "/webhooks/:webhookId/deliveries/:deliveryId/redeliver",
      async ({ params, caller, set }) => {
        const webhook = await getWebhook(webhooks, caller.accountId, params.webhookId);
        const delivery = presentDelivery(await redeliver(webhooks, caller, webhook, params.deliveryId));
        set.status = 202;
        set.headers.location = locate(delivery);
        return delivery;
      },
      { auth, detail: { summary: "Send a delivery again" }, response: { 202: Delivery } },
    );
}
