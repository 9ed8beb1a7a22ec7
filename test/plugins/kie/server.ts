import { type Call, type Reply, startVendor, type VendorServer } from "#sdk/testing/vendor-server";
import { toneOf } from "#test/tone";

/**
 * Plays kie.ai as its documentation says: HTTP 200 for everything, the truth in `code`; six ways to create and six
 * kinds of records. Words in a prompt say what becomes of the task.
 */
export const KEY = "kie-test-key-0123456789";

/** What results are: addresses that the server hands out. */
export interface Results {
  image: string;
  video: string;
  audio: string;
  /** What a text in the path sounds like; this server's own unless said. */
  speech?: string;
}

interface Task {
  dialect: Dialect;
  prompt: string;
  reads: number;
  reading: boolean;
  callBackUrl?: string;
}

export interface KieServer extends VendorServer {
  /** Where callbacks were asked for, in order. */
  callbacks: string[];
  /** Bodies of all creates that were taken, in order. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it freely
  bodies: any[];
  /** Files that were uploaded: their names and sizes. */
  uploads: { name: string; size: number }[];
  /** The next creates answer HTTP 200 with this code. */
  refuse(code: number, msg: string, times?: number): void;
  /** The next reads answer HTTP 200 with this code, and the task's record or other data if told so. */
  refuseRead(code: number, msg: string, data?: object): void;
  credit: number;
  /** Creates are answered when this is over; the task exists before. */
  hold?: Promise<void>;
  /** How long reads take, milliseconds. */
  readMs: number;
  /** Reads of a task that came while another of the same task was being answered. */
  twiceAtOnce: number;
}

interface Dialect {
  create: string;
  read: string;
  fields: Record<string, "string" | "number" | "boolean" | "object" | "list">;
  required: string[];
  record(task: Task, id: string, results: Results): Record<string, unknown>;
}

/** A prompt's first word is an order: fail, empty, dead, running, never. Without one the first read finds the result. */
function derivePostStatus({ prompt, reads }: Task): "running" | "fail" | "empty" | "dead" | "done" {
  const order = /\[(\w+)(?: (\d+))?/.exec(prompt);
  if (order?.[1] === "never") return "running";
  if (order?.[1] === "running") return reads <= Number(order[2] ?? 1) ? "running" : "done";
  return (order?.[1] as "fail" | undefined) ?? "done";
}
const DEAD = "http://127.0.0.1:1/gone";
const failure = ({ prompt }: Task) =>
  /\[fail ([^\]]*)\]/.exec(prompt)?.[1] ?? "Internal Error, Please try again later.";

function flagged(task: Task, response: (url: string) => object, url: string) {
  const state = derivePostStatus(task);
  if (state === "running") return { successFlag: 0, response: null, errorCode: null, errorMessage: "" };
  if (state === "fail") return { successFlag: 3, response: null, errorCode: 400, errorMessage: failure(task) };
  const found = state === "empty" ? {} : response(state === "dead" ? DEAD : url);
  return { successFlag: 1, response: found, errorCode: null, errorMessage: "" };
}

const video = /video|seedance|kling|avatar|omnihuman|infinitalk/;
export const dialects: Record<string, Dialect> = {
  jobs: {
    create: "/api/v1/jobs/createTask",
    read: "/api/v1/jobs/recordInfo",
    fields: { model: "string", input: "object", callBackUrl: "string" },
    required: ["model", "input"],
    record(task, taskId, results) {
      const state = derivePostStatus(task);
      const base = { taskId, param: "{}", costTime: null, completeTime: null, createTime: 1757584164490 };
      if (state === "running") return { ...base, state: "generating", resultJson: "", failCode: null, failMsg: null };
      if (state === "fail") return { ...base, state: "fail", resultJson: "", failCode: "500", failMsg: failure(task) };
      const isSpeech = /text-to-speech/.test(taskId);
      const media = video.test(taskId) ? results.video : results.image;
      const url = isSpeech ? `${results.speech}/${encodeURIComponent(task.prompt)}` : media;
      const resultUrls = state === "empty" ? [] : [state === "dead" ? DEAD : url];
      return { ...base, state: "success", resultJson: JSON.stringify({ resultUrls }), failCode: null, failMsg: null };
    },
  },
  veo: {
    create: "/api/v1/veo/generate",
    read: "/api/v1/veo/record-info",
    fields: {
      ...{ prompt: "string", model: "string", imageUrls: "list", aspect_ratio: "string", generationType: "string" },
      ...{ aspectRatio: "string", duration: "number", resolution: "string", callBackUrl: "string" },
    },
    required: ["prompt", "model"],
    // The list is sometimes its own JSON text.
    record: (task, taskId, results) => ({
      taskId,
      ...flagged(task, (url) => ({ resultUrls: JSON.stringify([url]), resolution: "720p" }), results.video),
    }),
  },
  runway: {
    create: "/api/v1/runway/generate",
    read: "/api/v1/runway/record-detail",
    fields: {
      ...{ prompt: "string", duration: "number", quality: "string", aspectRatio: "string", imageUrl: "string" },
      ...{ waterMark: "string", callBackUrl: "string", model: "string" },
    },
    required: ["prompt", "duration", "quality", "callBackUrl"],
    record(task, taskId, results) {
      const state = derivePostStatus(task);
      if (state === "running") return { taskId, state: "queueing", videoInfo: null, failCode: 0, failMsg: "" };
      if (state === "fail") return { taskId, state: "fail", videoInfo: null, failCode: 400, failMsg: failure(task) };
      const videoUrl = state === "empty" ? "" : state === "dead" ? DEAD : results.video;
      const videoInfo = { videoId: "v", videoUrl, imageUrl: results.image };
      return { taskId, state: "success", videoInfo, failCode: 0, failMsg: "", expireFlag: 0 };
    },
  },
  gpt4o: {
    create: "/api/v1/gpt4o-image/generate",
    read: "/api/v1/gpt4o-image/record-info",
    fields: {
      ...{ prompt: "string", filesUrl: "list", size: "string", callBackUrl: "string" },
    },
    required: ["size"],
    record: (task, taskId, results) => ({
      taskId,
      progress: "0.50",
      ...flagged(task, (url) => ({ result_urls: [url] }), results.image),
    }),
  },
  flux: {
    create: "/api/v1/flux/kontext/generate",
    read: "/api/v1/flux/kontext/record-info",
    fields: {
      ...{ prompt: "string", model: "string", aspectRatio: "string", inputImage: "string", outputFormat: "string" },
      callBackUrl: "string",
    },
    required: ["prompt", "model"],
    record: (task, taskId, results) => ({
      taskId,
      ...flagged(task, (url) => ({ originImageUrl: DEAD, resultImageUrl: url }), results.image),
    }),
  },
  suno: {
    create: "/api/v1/generate",
    read: "/api/v1/generate/record-info",
    fields: {
      ...{ prompt: "string", customMode: "boolean", instrumental: "boolean", model: "string", callBackUrl: "string" },
      ...{ style: "string", title: "string" },
    },
    required: ["prompt", "customMode", "instrumental", "model", "callBackUrl"],
    record(task, taskId, results) {
      const state = derivePostStatus(task);
      const order = /\[status (\w+)\]/.exec(task.prompt)?.[1];
      const track = (id: string, audioUrl: string) => ({
        ...{ id, audioUrl, streamAudioUrl: `${audioUrl}?stream`, imageUrl: results.image, title: "Found title" },
        ...{ prompt: "[Verse] …", modelName: "chirp-v4", tags: "calm", createTime: "2026-01-01", duration: 1.5 },
      });
      const base = { taskId, type: "GENERATE", errorCode: null, errorMessage: null };
      if (order) {
        const sunoData = order === "CALLBACK_EXCEPTION" && task.reads > 1 ? [track("a", results.audio)] : [];
        return { ...base, status: order, response: { taskId, sunoData } };
      }
      if (state === "running")
        return {
          ...base,
          status: "FIRST_SUCCESS",
          response: { sunoData: [track("a", results.audio), track("b", "")] },
        };
      if (state === "fail") return { ...base, status: "GENERATE_AUDIO_FAILED", errorMessage: failure(task) };
      const audio = state === "empty" ? "" : state === "dead" ? DEAD : results.audio;
      return { ...base, status: "SUCCESS", response: { taskId, sunoData: [track("a", audio), track("b", audio)] } };
    },
  },
};

export async function startKie(results: Results): Promise<KieServer> {
  const tasks = new Map<string, Task>();
  const refusals = { create: [] as object[], read: [] as object[] };
  const ok = (data: unknown): Reply => ({ json: { code: 200, msg: "success", data } });

  async function create(dialect: Dialect, { json: body }: Call): Promise<Reply> {
    const refusal = refusals.create.shift();
    if (refusal) return { json: refusal };
    const wrong = mistake(dialect, body);
    if (wrong) return { json: { code: 422, msg: wrong, data: null } };
    server.bodies.push(body);
    if (body.callBackUrl) server.callbacks.push(body.callBackUrl);
    const prompt = body.prompt ?? body.input?.text ?? body.input?.prompt ?? "";
    const taskId = `${body.model ?? "task"}_${tasks.size}`.replaceAll("/", "-");
    tasks.set(taskId, { dialect, prompt, reads: 0, reading: false, callBackUrl: body.callBackUrl });
    await server.hold;
    return ok({ taskId });
  }

  async function read(dialect: Dialect, { query }: Call): Promise<Reply> {
    const refusal = refusals.read.shift();
    if (refusal) return { json: refusal };
    const id = query.get("taskId") ?? "";
    const task = tasks.get(id);
    if (task?.dialect !== dialect) return { json: { code: 422, msg: "recordInfo is null", data: null } };
    task.reads++;
    if (task.reading) server.twiceAtOnce++;
    task.reading = true;
    if (server.readMs) await Bun.sleep(server.readMs);
    task.reading = false;
    return ok(dialect.record(task, id, { speech: `${server.url}/speech`, ...results }));
  }

  async function upload({ headers, body }: Call): Promise<Reply> {
    const form = await new Response(new Uint8Array(body), {
      headers: { "content-type": headers["content-type"] ?? "" },
    }).formData();
    const file = form.get("file") as File;
    const name = String(form.get("fileName"));
    if (!form.get("uploadPath")) return { json: { success: false, code: 400, msg: "uploadPath is missing" } };
    server.uploads.push({ name, size: file.size });
    const downloadUrl = `https://tempfile.redpandaai.co/${form.get("uploadPath")}/${name}`;
    return {
      json: { success: true, code: 200, msg: "File uploaded successfully", data: { fileName: name, downloadUrl } },
    };
  }

  const vendor = await startVendor((call) => {
    // Results are on another host, which must not get the key.
    if (call.path.startsWith("/speech/"))
      return call.headers.authorization ? { status: 400 } : { body: toneOf(decodeURIComponent(call.path.slice(8))) };
    if (call.headers.authorization !== `Bearer ${KEY}`) return { json: { code: 401, msg: "Unauthorized", data: null } };
    if (!/^Mozilla/.test(call.headers["user-agent"] ?? "")) return { status: 403, body: "error code: 1010" };
    if (call.path === "/api/v1/chat/credit") return ok(server.credit);
    if (call.path === "/api/file-stream-upload") return upload(call);
    for (const dialect of Object.values(dialects)) {
      if (call.method === "POST" && call.path === dialect.create) return create(dialect, call);
      if (call.method === "GET" && call.path === dialect.read) return read(dialect, call);
    }
    return { status: 404, json: { code: 404, msg: "Not Found", data: null } };
  });
  const server: KieServer = Object.assign(vendor, {
    callbacks: [],
    bodies: [],
    uploads: [],
    credit: 120.5,
    readMs: 0,
    twiceAtOnce: 0,
    refuse: (code: number, msg: string, times = 1) =>
      void refusals.create.push(...Array.from({ length: times }, () => ({ code, msg, data: null }))),
    refuseRead: (code: number, msg: string, data: object | null = null) => void refusals.read.push({ code, msg, data }),
  });
  return server;
}

/** What is wrong with a body, as a validator would say it. */
function mistake({ fields, required }: Dialect, body: Record<string, unknown>): string | undefined {
  const missing = required.find((name) => body[name] === undefined);
  if (missing) return `${missing} is required`;
  for (const [name, value] of Object.entries(body)) {
    const wanted = fields[name];
    const kind = Array.isArray(value) ? "list" : typeof value;
    if (wanted !== kind) return `${name} should be ${wanted ?? "absent"}, not ${kind}`;
  }
  if (body.prompt === "" && body.customMode !== true) return "prompt is empty";
  return undefined;
}
