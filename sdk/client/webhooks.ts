/** Webhooks at their receiver. An entry of its own, since it needs the one package that the client does not. */
import { Webhook } from "standardwebhooks";
import { VireoError } from "./error.ts";
import type { Message } from "./events.ts";

/** What `POST /webhooks/{webhookId}/test` sends. */
export type TestMessage = Omit<Message, "type" | "data"> & { type: "webhook.test"; data: Record<string, unknown> };

/**
 * The message of a request that Vireo sent, once its signature and its age (five minutes at most) are proven.
 * Throws a `VireoError` of the kind `unauthorized` otherwise: answer with 401 then.
 *
 * @param payload The body exactly as it came: text or bytes, not parsed JSON.
 * @param headers The request's headers, of any platform.
 * @param secret The webhook's secret (`whsec_…`).
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
    throw new VireoError("unauthorized", `The message is not to be believed: ${reason}.`, { cause });
  }
}
