import { createVendor, type Vendor } from "vireo/vendor";

/** A server with OpenAI's API. */
export interface Endpoint {
  vendor: Vendor;
  /** True if responses cost money. A server without a key is the operator's own. */
  paid: boolean;
  timeoutMs: number;
}

interface Options {
  baseUrl: string;
  apiKey?: string | undefined;
  /** Name of the setting for the key. */
  keyName: string;
  timeoutMs: number;
}

export const isOpenAi = (baseUrl: string) => new URL(baseUrl).hostname === "api.openai.com";

/** Error codes that are more specific than the HTTP status. */
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
