import { defineModule } from "vireo/module";
import { Deliverer } from "./deliver";
import { pruneDeliveries } from "./deliveries";
import { addEventRoutes } from "./event-routes";
import { fanOut } from "./fan-out";
import { migrations } from "./migrations";
import { disableByPerson, disableOrphans, type WebhooksService } from "./orphans";
import { listPatterns } from "./patterns";
import { addDeliveryRoutes, addWebhookRoutes } from "./routes";
import { createWebhookSchemas } from "./schema";
import { settings } from "./settings";
import { newSecret, SIGNING } from "./signature";
import { EventStreams } from "./streams";

export const webhooks = defineModule({
  name: "webhooks",
  prefix: "",
  scopes: ["webhooks:manage"],
  audited: ["webhook.created", "webhook.updated", "webhook.secret_rotated", "webhook.deleted"],
  description: "Events as signed HTTP requests to your server, and a log of their deliveries.",
  tags: { Events: { description: "Events as a live stream.", paths: ["/events"] } },
  settings,
  migrations,
  secrets: [
    {
      table: "webhooks",
      column: "secret",
      purpose: SIGNING,
      renew: newSecret,
      lost: "Webhooks have new signing secrets. Rotate each one (POST /webhooks/{webhookId}/rotate-secret) and give its receiver the secret in the response.",
    },
    { table: "webhooks", column: "old_secrets", purpose: SIGNING, clear: /whsec_[\w+/=]+/, renew: () => "[]" },
  ],
  start(context) {
    const { router, db, events, stopping, settings } = context;
    const streams = new EventStreams({
      db,
      perAccount: settings.maxStreams,
      replay: settings.replay,
      heartbeatMs: settings.heartbeatMs,
      stopping,
    });

    events.retain(settings.keepDays);
    events.consume((trx, ordered) => fanOut(context, trx, ordered));
    const stopListening = events.listen({ ordered: (accountId) => streams.notify(accountId) });

    const routes = router();
    const schemas = createWebhookSchemas(listPatterns(events), events.types);
    addWebhookRoutes(routes, context, schemas);
    addDeliveryRoutes(routes, context, schemas);
    addEventRoutes(routes, streams, context);

    const service: WebhooksService = { disableByPerson };
    return {
      routes,
      service,
      work: { deliver: new Deliverer(context) },
      schedules: {
        orphans: { cron: "30 * * * * *", run: () => disableOrphans(db) },
        prune: {
          cron: "0 23 * * * *",
          run: () => pruneDeliveries(db, settings.keepDays),
        },
      },
      async stop() {
        stopListening();
      },
    };
  },
});
