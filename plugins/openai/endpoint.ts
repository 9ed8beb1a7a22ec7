import type { Health } from "vireo/engine";
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

interface ListedModel {
  id?: unknown;
  /** Undocumented in the SDK: a date, or seconds since 1970. */
  shutdown_date?: unknown;
}

const toDate = (value: unknown): string | undefined => {
  if (typeof value === "string") return /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0];
  return typeof value === "number" && value > 0 ? new Date(value * 1000).toISOString().slice(0, 10) : undefined;
};

/** The shutdown dates in a response of GET /models, of those models that `isUsed` accepts. */
export function readShutdowns(json: unknown, isUsed: (id: string) => boolean): Pick<Health, "shutdowns"> {
  const { data } = (json ?? {}) as { data?: unknown };
  const entries = (Array.isArray(data) ? (data as (ListedModel | null)[]) : []).flatMap((model) => {
    const date = toDate(model?.shutdown_date);
    return date && typeof model?.id === "string" && isUsed(model.id) ? [[model.id, date] as const] : [];
  });
  return entries.length > 0 ? { shutdowns: Object.fromEntries(entries) } : {};
}

/** Checks the key, and reads when the models that an engine uses are shut down. */
export const checkModels = (vendor: Vendor, isUsed: (id: string) => boolean): Promise<Health> =>
  vendor.check("/models", (json) => ({
    ok: true,
    detail: `${vendor.title} accepts the key`,
    ...readShutdowns(json, isUsed),
  }));
