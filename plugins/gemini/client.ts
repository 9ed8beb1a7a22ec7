import { createVendor, type Vendor } from "vireo/vendor";

export interface ClientOptions {
  apiKey: string;
  baseUrl: string;
  /** Limit for answers that are made while one waits, milliseconds. */
  timeoutMs: number;
  /** Limit for all other calls. */
  callMs?: number;
}

export interface Client {
  vendor: Vendor;
  timeoutMs: number;
  /** For calls that answer at once. */
  limit: { timeoutMs?: number };
  /** Whether the key may be sent to this address: only where Gemini itself is. */
  isOurs(url: string): boolean;
  /** What a download from Gemini needs. */
  headers: Readonly<Record<string, string>>;
}

// biome-ignore lint/suspicious/noExplicitAny: Google's answers are checked field by field
export type Json = any;

/** Reads are counted by the minute and by project: sent one by one. */
const READ_RATE = { calls: 1, perMs: 110 };
/** Numbers of our own for what Google tells by words alone. */
const OVERLOADED = 599;

/** Google's status says less than its words: a bad key is 400, as is a project without billing. */
function getStatus(json: unknown): number | undefined {
  const { error } = (Array.isArray(json) ? json[0] : (json ?? {})) as { error?: Json };
  if (typeof error?.status !== "string") return undefined;
  const words = `${error.message ?? ""} ${JSON.stringify(error.details ?? "")}`;
  if (/API_KEY_INVALID|API key (not valid|expired)/i.test(words)) return 401;
  if (error.status === "RESOURCE_EXHAUSTED")
    return /PerDay|limit: 0\b|billing account|credits/i.test(words) ? 402 : 429;
  if (error.status === "FAILED_PRECONDITION" && /billing|paid/i.test(words)) return 402;
  if (error.status === "UNAVAILABLE" && /overloaded|high demand/i.test(words)) return OVERLOADED;
  return undefined;
}

/** RetryInfo among an error's details: a google.protobuf.Duration such as "17s" or "1.5s". */
function getRetryAfterMs(json: unknown): number | undefined {
  const { error } = (Array.isArray(json) ? json[0] : (json ?? {})) as { error?: Json };
  const details: Json[] = Array.isArray(error?.details) ? error.details : [];
  const delay = details.find((one) => String(one?.["@type"]).endsWith("google.rpc.RetryInfo"))?.retryDelay;
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(String(delay))?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

export function createClient({ apiKey, baseUrl, timeoutMs, callMs }: ClientOptions): Client {
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
    isOurs: (url) => URL.canParse(url) && new URL(url).origin === origin,
    headers,
  };
}

const MODERATED =
  /^(SAFETY|PROHIBITED_CONTENT|BLOCKLIST|SPII|RECITATION|IMAGE_SAFETY|IMAGE_PROHIBITED_CONTENT|IMAGE_RECITATION)$/;

/** The parts of an answer to generateContent. Throws EngineError where it was refused. */
export function partsOf(vendor: Vendor, json: Json): { parts: Json[]; finishReason: string } {
  const blocked = json?.promptFeedback?.blockReason;
  if (blocked) throw vendor.error("moderated", `Gemini refuses the request: ${blocked}.`);
  const [candidate] = json?.candidates ?? [];
  const finishReason = String(candidate?.finishReason ?? "");
  if (MODERATED.test(finishReason)) {
    const words = candidate.finishMessage ? ` ${candidate.finishMessage}` : "";
    throw vendor.error("moderated", `Gemini stopped for what it would show or say: ${finishReason}.${words}`);
  }
  // Models that think show drafts, which are no result.
  const parts = (candidate?.content?.parts ?? []).filter((part: Json) => !part?.thought);
  return { parts, finishReason };
}

export const wordsOf = (parts: readonly Json[]): string =>
  parts
    .map(({ text }) => (typeof text === "string" ? text : ""))
    .join("")
    .trim();
