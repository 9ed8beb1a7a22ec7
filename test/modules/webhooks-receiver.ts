import { Webhook } from "standardwebhooks";
import type { EventType } from "#core/events";
import { type Context, defineModule } from "#core/module";
import { modules } from "#modules/index";
import { reference } from "#plugins/reference/index";
import { startApp, type TestApp } from "#test/app";
import { until } from "#test/until";

export interface Received {
  path: string;
  headers: Record<string, string>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: messages are looked into freely
  body: any;
}

type Behaviour = (message: Received, count: number) => Response | Promise<Response>;

/** Somebody's server. What comes to `/<name>` is kept, and answered as the test says. */
export function startReceiver() {
  const received: Received[] = [];
  const behaviours = new Map<string, Behaviour>();
  const at = (name: string) => received.filter(({ path }) => path === `/${name}`);
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      const text = await request.text();
      const path = new URL(request.url).pathname;
      const message = { path, headers: request.headers.toJSON(), text, body: text ? JSON.parse(text) : undefined };
      received.push(message);
      const name = path.slice(1);
      return (await behaviours.get(name)?.(message, at(name).length)) ?? new Response("thanks");
    },
  });
  return {
    at,
    /** A new address with that behaviour; 200 without one. */
    url(name: string, behaviour?: Behaviour): string {
      if (behaviour) behaviours.set(name, behaviour);
      return `http://127.0.0.1:${server.port}/${name}`;
    },
    stop: () => server.stop(true),
  };
}

/** Throws unless the message is signed with the secret, by the standard's own library. */
export const verify = (secret: string, { headers, text }: Received): unknown =>
  new Webhook(secret).verify(text, headers);

export interface WebhookApp extends TestApp {
  context: Context;
  /** Commits an event, as a module does. */
  emit(accountId: string, type: EventType, data?: Record<string, unknown>): Promise<void>;
  /** Waits until no event of the account waits to be published. */
  published(accountId: string): Promise<unknown>;
}

/** The program with quick retries, allowed to reach this machine. */
export async function startWebhookApp(settings: object = {}): Promise<WebhookApp> {
  let context: Context | undefined;
  const probe = defineModule({
    name: "probe",
    start(given) {
      context = given;
      return {};
    },
  });
  const app = await startApp(
    {
      allowHosts: ["127.0.0.1"],
      settings: { webhooks: { retrySeconds: [0, 0, 0], timeoutMs: 1000, heartbeatMs: 100, ...settings } },
    },
    [...modules, reference, probe],
  );
  const { events, db } = context as unknown as Context;
  return {
    ...app,
    context: context as unknown as Context,
    emit: (accountId, type, data = { hello: "world" }) =>
      db.transaction().execute((trx) => events.emit(trx, accountId, type, data)),
    published: (accountId) =>
      until(async () => {
        const waiting = db
          .selectFrom("events")
          .select("id")
          .where("account_id", "=", accountId)
          .where("seq", "is", null);
        return (await waiting.execute()).length === 0;
      }),
  };
}
