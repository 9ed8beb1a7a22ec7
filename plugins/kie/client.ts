import { EngineError, type Health } from "vireo/engine";
import { isModeration } from "vireo/hosted/words";
import { createVendor, Unread } from "vireo/vendor";
import { isRetirement } from "./words";

/**
 * kie.ai's HTTP API: every answer is `{code, msg, data}`, mostly with HTTP status 200 whatever `code` says.
 * Source: docs.kie.ai; sunoapi.org answers alike.
 */

export interface ClientOptions {
  apiKey: string;
  baseUrl: string;
  uploadUrl: string;
  createsPer10Seconds: number;
  /** Limit for one call, milliseconds. */
  timeoutMs?: number;
}

/** A task as kie.ai tells it: `data` of the answer. */
export type TaskRecord = Readonly<Record<string, unknown>>;

export interface Client {
  /** Any address is demanded for callbacks by some calls; this one tells nobody what they do not know. */
  nowhere: string;
  /** Begins a task and returns its id. Throws EngineError. */
  create(path: string, body: object, signal: AbortSignal): Promise<string>;
  /** Reads a task. Throws Unread where it may be tried later, EngineError where it has failed for good. */
  record(path: string, taskId: string, signal: AbortSignal): Promise<TaskRecord>;
  /** Brings a file where kie.ai can fetch it, and returns its address. Throws EngineError. */
  upload(file: Blob, name: string, signal: AbortSignal): Promise<string>;
  /** An EngineError in words without secrets. */
  failure(code: string, words: string): EngineError;
  check(): Promise<Health>;
}

/** Both hosts turn callers away that do not look like a browser (403, error code 1010). */
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
/** `code`s that are rates under other numbers: lyrics, and Suno's call frequency. */
const RATES = [405, 430];
const CODES: Readonly<Record<number, string>> = {
  433: "provider_out_of_credit",
  455: "provider_unavailable",
  501: "provider_error",
  505: "provider_unavailable",
  550: "provider_unavailable",
};
/** kie.ai takes 10 reads a second: sent one by one, since bursts that are held up on the way arrive together. */
const READS = { calls: 1, perMs: 110 };
/** kie.ai counts in ten seconds; the rest is for calls that are held up on the way. */
const CREATE_WINDOW_MS = 10_500;
const UPLOAD_MS = 120_000;
const CHECK_EVERY_MS = 30_000;

function statusOf(json: unknown): number | undefined {
  const code = Number((json as { code?: unknown } | null | undefined)?.code ?? 200);
  if (!Number.isInteger(code) || code < 300) return undefined;
  return RATES.includes(code) ? 429 : code;
}

const dataOf = (json: unknown) => (json as { data?: unknown } | null | undefined)?.data;

export function createClient({ apiKey, baseUrl, uploadUrl, createsPer10Seconds, timeoutMs }: ClientOptions): Client {
  const shared = {
    headers: { authorization: `Bearer ${apiKey}`, "user-agent": USER_AGENT },
    secrets: [apiKey],
    keyName: "KIE_API_KEY",
    statusOf,
    codes: CODES,
  };
  const limit = timeoutMs === undefined ? {} : { timeoutMs };
  const vendor = createVendor({
    ...shared,
    title: "kie.ai",
    baseUrl,
    creates: { calls: createsPer10Seconds, perMs: CREATE_WINDOW_MS },
    reads: READS,
  });
  const uploads = createVendor({ ...shared, title: "kie.ai's upload server", baseUrl: uploadUrl });

  /** The more exact code where the words tell it. */
  function refined(error: unknown): unknown {
    if (!(error instanceof EngineError) || error.code !== "provider_rejected") return error;
    if (isModeration(error.message)) return new EngineError("moderated", error.message);
    return isRetirement(error.message) ? new EngineError("provider_model_retired", error.message) : error;
  }

  let checked: { health: Promise<Health>; at: number } | undefined;
  return {
    nowhere: `${new URL(baseUrl).origin}/`,
    async create(path, body, signal) {
      const answer = await vendor.create(path, { json: body, signal, ...limit }).catch((error) => {
        throw refined(error);
      });
      const { taskId } = (dataOf(answer.json) ?? {}) as { taskId?: unknown };
      if (typeof taskId === "string" && taskId) return taskId;
      throw vendor.failure("outcome_unknown", "kie.ai took the request, but gave no task to look for.");
    },
    async record(path, taskId, signal) {
      const answer = await vendor.read(`${path}?taskId=${encodeURIComponent(taskId)}`, { signal, ...limit });
      const words = vendor.said(answer);
      const { code, data } = (answer.json ?? {}) as { code?: unknown; data?: unknown };
      if (code === 501) throw vendor.failure("provider_error", `kie.ai could not make it: ${words}`);
      // Only a record tells how a task has ended; right after its creation there may be none yet.
      if (answer.status >= 300 || typeof data !== "object" || !data)
        throw new Unread(`kie.ai gave no record of the task (${answer.status}). ${words}`);
      return data as TaskRecord;
    },
    async upload(file, name, signal) {
      const body = new FormData();
      body.set("file", file, name);
      body.set("uploadPath", "vireo");
      body.set("fileName", name);
      const answer = await uploads.fetch("/api/file-stream-upload", {
        body,
        signal,
        timeoutMs: timeoutMs ?? UPLOAD_MS,
      });
      const { downloadUrl } = (dataOf(answer.json) ?? {}) as { downloadUrl?: unknown };
      if (answer.status < 300 && typeof downloadUrl === "string" && downloadUrl) return downloadUrl;
      throw uploads.failure("provider_rejected", `kie.ai did not take the picture. ${uploads.said(answer)}`);
    },
    failure: vendor.failure,
    // Anybody may ask whether this server is ready, and three engines are asked then; kie.ai is not asked as often.
    check() {
      if (checked && Date.now() - checked.at < CHECK_EVERY_MS) return checked.health;
      const health = vendor.check("/api/v1/chat/credit", (json) => {
        const credit = Number(dataOf(json) ?? Number.NaN);
        if (Number.isNaN(credit)) return undefined;
        if (credit <= 0) return { ok: false, detail: "kie.ai takes the key, but its account has no credit left" };
        return { ok: true, detail: `kie.ai takes the key; ${credit} credits are left there` };
      });
      checked = { health, at: Date.now() };
      return health;
    },
  };
}
