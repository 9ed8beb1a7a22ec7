import { Webhook } from "standardwebhooks";
import type { OldSecret } from "./migrations";

/** Purpose that the secrets are encrypted with. */
export const SIGNING = "signing";

/** `whsec_` and 32 random bytes in base64. */
export const newSecret = (): string =>
  `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64")}`;

/** The secrets that sign at that time, newest first. */
export const getSecretsAt = (now: number, secret: string, old: readonly OldSecret[]): string[] => [
  secret,
  ...old.filter(({ until }) => until > now).map((one) => one.secret),
];

/** The headers of Standard Webhooks: one signature for each secret, so that a rotation breaks no receiver. */
export function signHeaders(id: string, body: string, secrets: readonly string[], now: Date) {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(" "),
  };
}
