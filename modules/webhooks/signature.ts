import { Webhook } from "standardwebhooks";
import type { OldSecret } from "./migrations";

/** Purpose for encrypting the secrets. */
export const SIGNING = "signing";

/** Generates `whsec_` followed by 32 random bytes in base64. */
export const newSecret = (): string =>
  `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64")}`;

/** Returns the secrets that sign at that time, newest first. */
export const getSecretsAt = (now: number, secret: string, old: readonly OldSecret[]): string[] => [
  secret,
  ...old.filter(({ until }) => until > now).map((entry) => entry.secret),
];

/** Builds the headers of Standard Webhooks: one signature per secret, so that a rotation breaks no receiver. */
export function signHeaders(id: string, body: string, secrets: readonly string[], now: Date) {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(" "),
  };
}
