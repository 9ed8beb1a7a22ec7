import type { EngineError, Health, Run } from "vireo/engine";
import type { Found } from "vireo/hosted/engines";
import { isModeration } from "vireo/hosted/words";
import { createVendor, Unread, type VendorAnswer } from "vireo/vendor";
import { placesOf, taskOf } from "./task";
import { detailOf, refined } from "./words";

/**
 * fal.ai's queue: submit, read the status, then fetch the response, which is where a failure shows.
 * Source: npm @fal-ai/client 1.10.1; fal.ai/docs, "Queue", "Model errors" and "Request error types".
 */

export interface ClientOptions {
  apiKey: string;
  baseUrl: string;
  uploadUrl: string;
  /** Limit for one call, milliseconds. */
  timeoutMs?: number;
}

/** Sent one by one, since bursts that are held up on the way arrive together. */
const READS = { calls: 1, perMs: 110 };
const UPLOAD_MS = 120_000;
/** Statuses by which a response tells that its request has failed at fal.ai; other bodies with them are faults on the way. */
const FAILED = {
  500: "provider_error",
  502: "provider_error",
  503: "provider_error",
  504: "provider_timeout",
} as const;
/** Nobody's request: asking for it tells whether the key is taken. */
const PROBE = "/fal-ai/flux/requests/00000000-0000-0000-0000-000000000000/status";

export function createClient({ apiKey, baseUrl, uploadUrl, timeoutMs }: ClientOptions) {
  const limit = timeoutMs === undefined ? {} : { timeoutMs };
  const shared = {
    title: "fal.ai",
    baseUrl,
    headers: { authorization: `Key ${apiKey}` },
    secrets: [apiKey],
    keyName: "FAL_KEY",
    said: detailOf,
    reads: READS,
  };
  const queue = createVendor(shared);
  const responses = createVendor({ ...shared, codes: FAILED });
  const uploads = createVendor({ ...shared, title: "fal.ai's storage", baseUrl: uploadUrl });
  // Files are put where fal.ai says, which is another host: the key does not go there.
  const storage = createVendor({ ...shared, title: "fal.ai's storage", baseUrl: uploadUrl, headers: {} });

  async function begin(id: string, input: object, { callbackUrl, signal }: Run): Promise<string> {
    const webhook = callbackUrl ? `?fal_webhook=${encodeURIComponent(callbackUrl)}` : "";
    const answer = await queue.create(`/${id}${webhook}`, { json: input, signal, ...limit }).catch((error) => {
      throw refined(error);
    });
    const task = taskOf(answer.json, baseUrl);
    if (task) return task;
    throw queue.failure("outcome_unknown", "fal.ai took the request, but did not say where to look for it.");
  }

  async function find(task: string, signal: AbortSignal): Promise<Found> {
    const { status, response } = placesOf(task);
    const answer = await queue.read(`/${status}`, { signal, ...limit });
    const { status: state } = (answer.json ?? {}) as { status?: unknown };
    if (answer.status < 300 && (state === "IN_QUEUE" || state === "IN_PROGRESS")) return { state: "running" };
    if (answer.status >= 300 || state !== "COMPLETED")
      throw new Unread(`fal.ai gave no status of the task (${answer.status}). ${queue.said(answer)}`);
    return ended(await responses.read(`/${response}`, { signal, ...limit }));
  }

  /** What the response of a completed request means: completed is no word for success. */
  function ended(answer: VendorAnswer): Found {
    const { status, json, headers } = answer;
    const { detail, error_type } = (json ?? {}) as { detail?: unknown; error_type?: unknown };
    const words = responses.said(answer);
    const failed = (code: string): Found => {
      const { message } = responses.failure(code, `fal.ai could not make it: ${words || "it does not say why"}`);
      return { state: "failed", code, message };
    };
    if (status < 300 && json !== undefined) {
      // A picture that its checker holds back is handed out all black.
      const { has_nsfw_concepts: held } = (json ?? {}) as { has_nsfw_concepts?: unknown };
      if (Array.isArray(held) && held[0] === true) return failed("moderated");
      return { state: "done", output: json };
    }
    const own = error_type !== undefined || Array.isArray(detail) || headers.has("x-fal-error-type");
    const told = own || (detail !== undefined && (status === 400 || status === 422 || status === 500));
    if (!told || /still in progress/i.test(words))
      throw new Unread(`fal.ai gave no response of the task (${status}). ${words}`);
    if (isModeration(words)) return failed("moderated");
    if (status === 504 || /timeout/.test(String(error_type ?? ""))) return failed("provider_timeout");
    return failed(status < 500 ? "provider_rejected" : "provider_error");
  }

  async function upload(file: Blob, name: string, signal: AbortSignal): Promise<string> {
    const started = await uploads.fetch("/storage/upload/initiate?storage_type=fal-cdn-v3", {
      json: { content_type: file.type, file_name: name },
      signal,
      ...limit,
    });
    const { upload_url: target, file_url: url } = (started.json ?? {}) as { upload_url?: unknown; file_url?: unknown };
    const refuse = (answer: VendorAnswer): EngineError =>
      uploads.failure("provider_rejected", `fal.ai did not take the picture. ${uploads.said(answer)}`);
    if (started.status >= 300 || typeof url !== "string" || typeof target !== "string" || !/^https?:/.test(target))
      throw refuse(started);
    const put = await storage.fetch(target, {
      method: "PUT",
      body: file,
      headers: { "content-type": file.type },
      signal,
      timeoutMs: timeoutMs ?? UPLOAD_MS,
    });
    if (put.status >= 300) throw refuse(put);
    return url;
  }

  return {
    begin,
    find,
    upload,
    // Asked for again where it did not get through; what has ended meanwhile answers with a 4xx.
    cancel: async (task: string, signal: AbortSignal) =>
      void (await queue.fetch(`/${placesOf(task).cancel}`, { method: "PUT", signal, ...limit })),
    async check(): Promise<Health> {
      const health = await queue.check(PROBE);
      const absent = /answered 4(00|04|05|22)\b/.test(health.detail);
      return absent ? { ok: true, detail: "fal.ai takes the key" } : health;
    },
  };
}
