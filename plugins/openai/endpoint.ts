import { createVendor, type Vendor } from "vireo/vendor";

/** A server, and what is known of it. */
export interface Endpoint {
  vendor: Vendor;
  /** True where answers are paid for; a server without a key is one's own. */
  paid: boolean;
  timeoutMs: number;
}

interface Options {
  baseUrl: string;
  apiKey?: string | undefined;
  /** Which setting holds the key. */
  keyName: string;
  timeoutMs: number;
}

export const isOpenAi = (baseUrl: string) => new URL(baseUrl).hostname === "api.openai.com";

/** Codes of an error's body that mean something else than the status they come with. */
const STATUS: Readonly<Record<string, number>> = {
  insufficient_quota: 402,
  billing_hard_limit_reached: 402,
  model_not_found: 404,
  moderation_blocked: 451,
  content_policy_violation: 451,
  content_filter: 451,
};

export function createEndpoint({ baseUrl, apiKey, keyName, timeoutMs }: Options): Endpoint {
  const vendor = createVendor({
    title: isOpenAi(baseUrl) ? "OpenAI" : new URL(baseUrl).host,
    baseUrl,
    headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
    secrets: apiKey ? [apiKey] : [],
    keyName,
    getStatus(json) {
      const { error } = (Array.isArray(json) ? json[0] : (json ?? {})) as {
        error?: { code?: unknown; type?: unknown };
      };
      return STATUS[String(error?.code)] ?? STATUS[String(error?.type)];
    },
    codes: { 451: "moderated" },
  });
  return { vendor, paid: Boolean(apiKey), timeoutMs };
}
