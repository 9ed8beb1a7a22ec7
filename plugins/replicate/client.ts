import { EngineError, type Health, type Run } from "vireo/engine";
import type { Found } from "vireo/hosted/engines";
import { isModeration } from "vireo/hosted/words";
import { createVendor, Unread } from "vireo/vendor";

/**
 * Replicate's predictions, by official model or by version.
 * Source: npm replicate 1.4.0; replicate.com/docs, "Rate limits" and "HTTP API".
 */

export interface ClientOptions {
  apiKey: string;
  baseUrl: string;
  createsPerMinute: number;
  /** Limit for one call, milliseconds. */
  timeoutMs?: number;
}

/** A minute as Replicate counts it; the rest is for calls that are held up on the way. */
const CREATE_WINDOW_MS = 61_000;
/** Replicate takes 3000 reads a minute: sent one by one, since bursts that are held up on the way arrive together. */
const READS = { calls: 1, perMs: 25 };
const UPLOAD_MS = 120_000;

export function createClient({ apiKey, baseUrl, createsPerMinute, timeoutMs }: ClientOptions) {
  const limit = timeoutMs === undefined ? {} : { timeoutMs };
  const vendor = createVendor({
    title: "Replicate",
    baseUrl,
    headers: { authorization: `Bearer ${apiKey}` },
    secrets: [apiKey],
    keyName: "REPLICATE_API_TOKEN",
    creates: { calls: createsPerMinute, perMs: CREATE_WINDOW_MS },
    reads: READS,
  });

  /** The more exact code or advice, where only the words tell it. */
  function refined(error: unknown, official: boolean): unknown {
    if (!(error instanceof EngineError)) return error;
    const { code, message } = error;
    if (code === "provider_rejected" && isModeration(message)) return new EngineError("moderated", message);
    if (code === "provider_model_retired" && official)
      return new EngineError(
        code,
        `${message} Models that are not official are named with a version, owner/name:version.`,
      );
    return error;
  }

  async function begin(id: string, input: object, { callbackUrl, signal }: Run): Promise<string> {
    const [model = "", version] = id.split(":");
    // It calls back by https only, and refuses a request that names another address.
    const hook = callbackUrl?.startsWith("https:")
      ? { webhook: callbackUrl, webhook_events_filter: ["completed"] }
      : {};
    const answer = await vendor
      .create(version ? "/predictions" : `/models/${model}/predictions`, {
        json: { ...(version ? { version } : {}), input, ...hook },
        signal,
        ...limit,
      })
      .catch((error) => {
        throw refined(error, !version);
      });
    const { id: task } = (answer.json ?? {}) as { id?: unknown };
    if (typeof task === "string" && /^[\w-]+$/.test(task)) return task;
    throw vendor.failure("outcome_unknown", "Replicate took the request, but gave no prediction to look for.");
  }

  async function find(task: string, signal: AbortSignal): Promise<Found> {
    const answer = await vendor.read(`/predictions/${task}`, { signal, ...limit });
    const { status, output, error, logs } = (answer.json ?? {}) as Record<string, unknown>;
    const failed = (code: string, words: string): Found => {
      const { message } = vendor.failure(code, words);
      return { state: "failed", code, message };
    };
    switch (answer.status < 300 ? status : undefined) {
      case "starting":
      case "processing": {
        const progress = percentIn(logs);
        return { state: "running", ...(progress === undefined ? {} : { progress }) };
      }
      case "succeeded":
        return { state: "done", output };
      case "failed": {
        const words = typeof error === "string" && error ? error : "it does not say why";
        return failed(isModeration(words) ? "moderated" : "provider_error", `Replicate could not make it: ${words}`);
      }
      case "canceled":
      case "aborted":
        return failed("provider_error", "It was cancelled at Replicate.");
      default:
        throw new Unread(`Replicate gave no state of the prediction (${answer.status}). ${vendor.said(answer)}`);
    }
  }

  async function upload(file: Blob, name: string, signal: AbortSignal): Promise<string> {
    const body = new FormData();
    body.set("content", file, name);
    const answer = await vendor.fetch("/files", { body, signal, timeoutMs: timeoutMs ?? UPLOAD_MS });
    const { urls } = (answer.json ?? {}) as { urls?: { get?: unknown } };
    if (answer.status < 300 && typeof urls?.get === "string" && urls.get) return urls.get;
    throw vendor.failure("provider_rejected", `Replicate did not take the picture. ${vendor.said(answer)}`);
  }

  return {
    begin,
    find,
    upload,
    // Asked for again where it did not get through; what has ended meanwhile stays as it is.
    cancel: async (task: string, signal: AbortSignal) =>
      void (await vendor.fetch(`/predictions/${task}/cancel`, { method: "POST", signal, ...limit })),
    check: (): Promise<Health> => vendor.check("/account"),
  };
}

/** Percent of the last progress bar that a model has printed. */
function percentIn(logs: unknown): number | undefined {
  if (typeof logs !== "string") return undefined;
  const percent = [...logs.slice(-4_000).matchAll(/(\d{1,3})%\s*\|/g)].at(-1)?.[1];
  return percent === undefined ? undefined : Math.min(99, Number(percent));
}
