import { quotaHeaders } from "#core/access/limits";
import { BASE } from "#core/http/paths";
import type { Exchange } from "#core/request/exchange";

/** Headers of every response. */
export function setCommonHeaders({ headers }: Response, exchange: Exchange, origin: string): void {
  headers.set("service-version", exchange.version);
  headers.set("x-request-id", exchange.id);
  headers.set("x-content-type-options", "nosniff");
  headers.set("x-frame-options", "SAMEORIGIN");
  if (!headers.has("referrer-policy")) headers.set("referrer-policy", "no-referrer");
  if (!headers.has("cache-control") && exchange.path.startsWith(BASE)) headers.set("cache-control", "no-store");
  if (origin.startsWith("https://")) headers.set("strict-transport-security", "max-age=31536000");
  quotaHeaders(exchange.quotas, headers);
}

/** Cost of the call. Part of the stored response of an idempotent call, unlike the common headers. */
export function setCreditHeaders({ headers }: Response, { credits }: Exchange): void {
  if (!credits) return;
  headers.set("x-credits-used", String(credits.used));
  headers.set("x-credits-remaining", String(credits.remaining));
}
