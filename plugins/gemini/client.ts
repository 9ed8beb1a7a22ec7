import { createVendor, type Vendor } from "vireo/vendor";

export interface ClientOptions {
  apiKey: string;
  baseUrl: string;
  /** Time limit of calls that generate, in milliseconds. */
  timeoutMs: number;
  /** Time limit of all other calls, in milliseconds. */
  callMs?: number;
}

export interface GeminiClient {
  vendor: Vendor;
  timeoutMs: number;
  /** Client for calls that do not generate. */
  limit: { timeoutMs?: number };
  /** True if the key may be sent to this URL, which must be Gemini's. */
  isGeminiUrl(url: string): boolean;
  /** Headers for downloads from Gemini. */
  headers: Readonly<Record<string, string>>;
}

// biome-ignore lint/suspicious/noExplicitAny: Google's responses are checked field by field
export type Json = any;

/** Google limits reads per minute and project. */
const READ_RATE = { calls: 1, perMs: 110 };
/** Internal statuses for reasons that only Google's message reveals. */
const OVERLOADED = 599;

/** Google's message is more specific than its status: 400 can also mean an invalid key or a project without billing. */
function getStatus(json: unknown): number | undefined {
  const { error } = (Array.isArray(json) ? json[0] : (json ?? {})) as { error?: Json };
  if (typeof error?.status !== "string") return undefined;
  const message = `${error.message ?? ""} ${JSON.stringify(error.details ?? "")}`;
  if (/API_KEY_INVALID|API key (not valid|expired)/i.test(message)) return 401;
  if (error.status === "RESOURCE_EXHAUSTED")
    return /PerDay|limit: 0\b|billing account|credits/i.test(message) ? 402 : 429;
  if (error.status === "FAILED_PRECONDITION" && /billing|paid/i.test(message)) return 402;
  if (error.status === "UNAVAILABLE" && /overloaded|high demand/i.test(message)) return OVERLOADED;
  return undefined;
}

/** Reads RetryInfo from an error's details: a google.protobuf.Duration such as "17s" or "1.5s". */
function getRetryAfterMs(json: unknown): number | undefined {
  const { error } = (Array.isArray(json) ? json[0] : (json ?? {})) as { error?: Json };
  const details: Json[] = Array.isArray(error?.details) ? error.details : [];
  const delay = details.find((detail) => String(detail?.["@type"]).endsWith("google.rpc.RetryInfo"))?.retryDelay;
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(String(delay))?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

export function createClient({ apiKey, baseUrl, timeoutMs, callMs }: ClientOptions): GeminiClient {
  const headers = { "x-goog-api-key": apiKey };
  const { origin } = new URL(baseUrl);
  return {
    vendor: createVendor({
      title: "Gemini",
      baseUrl,
      headers,
      secrets: [apiKey],
      keyName: "GEMINI_API_KEY",
      readRate: READ_RATE,
      getStatus,
      getRetryAfterMs,
      codes: { [OVERLOADED]: "provider_unavailable" },
    }),
    timeoutMs,
    limit: callMs === undefined ? {} : { timeoutMs: callMs },
    isGeminiUrl: (url) => URL.canParse(url) && new URL(url).origin === origin,
    headers,
  };
}

const MODERATED =
  /^(SAFETY|PROHIBITED_CONTENT|BLOCKLIST|SPII|RECITATION|IMAGE_SAFETY|IMAGE_PROHIBITED_CONTENT|IMAGE_RECITATION)$/;

/** Returns the parts of a response to generateContent. Throws EngineError if it was blocked. */
export function parseCandidate(vendor: Vendor, json: Json): { parts: Json[]; finishReason: string } {
  const blocked = json?.promptFeedback?.blockReason;
  if (blocked) throw vendor.error("moderated", `Gemini blocked the request: ${blocked}.`);
  const [candidate] = json?.candidates ?? [];
  const finishReason = String(candidate?.finishReason ?? "");
  if (MODERATED.test(finishReason)) {
    const message = candidate.finishMessage ? ` ${candidate.finishMessage}` : "";
    throw vendor.error("moderated", `Gemini blocked the result: ${finishReason}.${message}`);
  }
  // The model's thoughts are not part of the result.
  const parts = (candidate?.content?.parts ?? []).filter((part: Json) => !part?.thought);
  return { parts, finishReason };
}

export const joinText = (parts: readonly Json[]): string =>
  parts
    .map(({ text }) => (typeof text === "string" ? text : ""))
    .join("")
    .trim();
