/** Verifies webhooks. A separate entry point, because it needs a package that the client does not. */
import { Webhook } from "standardwebhooks";
import { VireoError } from "./error.ts";
import type { Message } from "./events.ts";

/** Event sent by `POST /webhooks/{webhookId}/test`. */
export type TestMessage = Omit<Message, "type" | "data"> & { type: "webhook.test"; data: Record<string, unknown> };

/**
 * Verifies the signature and age (at most five minutes) of a webhook request and returns its event.
 * @param payload the raw body as text or bytes, not parsed JSON
 * @param headers the request's headers
 * @param secret the webhook's secret (`whsec_…`)
 * @throws VireoError of kind `unauthorized` if verification fails. Respond with 401 in that case
 * @example
 * Bun.serve({
 *   async fetch(request) {
 *     const event = verifyWebhook(await request.text(), request.headers, process.env.VIREO_WEBHOOK_SECRET!);
 *     if (event.type === "video.completed") console.log(event.data.videoId);
 *     return new Response();
 *   },
 * });
 */
export function verifyWebhook(
  payload: string | Uint8Array,
  headers: Headers | Record<string, string | string[] | undefined>,
  secret: string,
): Message | TestMessage {
  const pairs = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const plain = Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), String(value)]));
  const text = typeof payload === "string" ? payload : new TextDecoder().decode(payload);
  try {
    return new Webhook(secret).verify(text, plain) as Message | TestMessage;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new VireoError("unauthorized", `Webhook verification failed: ${reason}.`, { cause });
  }
}
