import { type Call, type Reply, startVendor, type VendorServer } from "#sdk/testing/vendor-server";
import type { Results } from "#test/plugins/kie/server";
import { toneOf } from "#test/tone";

/**
 * Plays fal.ai's queue as npm @fal-ai/client 1.10.1 and fal.ai/docs tell it: submit, status, response, cancel, and the
 * storage, whose files are put elsewhere without the key. Words in a prompt say what becomes of a request.
 */
export const KEY = "fal-test-key-0123456789:secret";

interface Task {
  model: string;
  prompt: string;
  reads: number;
  cancelled: boolean;
}

export interface FalServer extends VendorServer {
  /** Every submission that was taken: its model, its input, and where it is to call back. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it freely
  submitted: { model: string; input: any; webhook: string | undefined }[];
  /** Where callbacks were asked for, in order. */
  callbacks: string[];
  uploads: { name: string; type: string; size: number }[];
  cancelled: string[];
  /** The next submission, or the next response, is answered so. */
  answer(what: "submit" | "response", reply: Reply): void;
  /** Submissions are answered when this is over; the request exists before. */
  hold?: Promise<void>;
  /** What the addresses in answers begin with, if not this server. */
  told?: string;
}

const DEAD = "http://127.0.0.1:1/gone";
/** Times of characters, as ElevenLabs' models return them in pieces. */
const timesOf = (text: string) => {
  const characters = [...text];
  return [
    {
      characters,
      character_start_times_seconds: characters.map((_, at) => at * 0.05),
      character_end_times_seconds: characters.map((_, at) => (at + 1) * 0.05),
    },
  ];
};
const OUTPUTS = [
  [
    /video|veo|aurora|omnihuman|lipsync/,
    ({ video }: Results) => ({ video: { url: video, content_type: "video/mp4", file_name: "out.mp4" } }),
  ],
  [/stable-audio|other-music/, ({ audio }: Results) => ({ audio_file: { url: audio, content_type: "audio/wav" } })],
  [/music|lyria|audio/, ({ audio }: Results) => ({ audio: { url: audio, content_type: "audio/wav" } })],
  [
    /./,
    ({ image }: Results) => ({
      images: [{ url: image, content_type: "image/png", width: 320, height: 240 }],
      ...{ seed: 7, has_nsfw_concepts: [false], prompt: "http://127.0.0.1:1/prompt" },
    }),
  ],
] as const;

/** What a completed request's response is. */
function responseOf({ model, prompt }: Task, results: Results & { speech: string }): Reply {
  const [, order = "", rest = ""] = /\[(\w+) ?([^\]]*)\]/.exec(prompt) ?? [];
  const detail = (msg: string, type: string): Reply => ({
    status: 422,
    json: { detail: [{ loc: ["body", "prompt"], msg, type }] },
  });
  if (/tts|speech|kokoro/.test(model) && order === "") {
    const timestamps = /elevenlabs/.test(model) ? { timestamps: timesOf(prompt) } : {};
    const url = `${results.speech}/${encodeURIComponent(prompt)}`;
    return { json: { audio: { url, content_type: "audio/wav" }, ...timestamps } };
  }
  const at = (found: Results) => OUTPUTS.find(([shape]) => shape.test(model))![1](found);
  switch (order) {
    case "fail":
      return { status: 500, json: { detail: rest || "Internal Server Error" } };
    case "timeout":
      return {
        status: 504,
        json: { detail: "Request timed out", error_type: "request_timeout" },
        headers: { "x-fal-error-type": "request_timeout", "x-fal-request-timeout-type": "user" },
      };
    case "reject":
      return detail("The prompt is too short", "string_too_short");
    case "moderated":
      return detail("The content could not be processed.", "content_policy_violation");
    case "nsfw":
      return { json: { ...at(results), has_nsfw_concepts: [true] } };
    case "empty":
      return { json: { images: [], seed: 1 } };
    case "dead":
      return { json: at({ image: DEAD, video: DEAD, audio: DEAD }) };
    default:
      return { json: at(results) };
  }
}

export async function startFal(results: Results): Promise<FalServer> {
  const tasks = new Map<string, Task>();
  const planned = { submit: [] as Reply[], response: [] as Reply[] };

  async function submit(model: string, { json: input, query }: Call): Promise<Reply> {
    const other = planned.submit.shift();
    if (other) return other;
    const id = crypto.randomUUID();
    tasks.set(id, { model, prompt: input.lyrics_prompt ?? input.text ?? input.prompt, reads: 0, cancelled: false });
    const webhook = query.get("fal_webhook") ?? undefined;
    server.submitted.push({ model, input, webhook });
    if (webhook) server.callbacks.push(webhook);
    await server.hold;
    const root = `${server.told ?? server.url}/${model.split("/").slice(0, 2).join("/")}/requests/${id}`;
    return {
      json: {
        ...{ status: "IN_QUEUE", request_id: id, queue_position: 0 },
        ...{ response_url: root, status_url: `${root}/status`, cancel_url: `${root}/cancel` },
      },
    };
  }

  function about(method: string, id: string, what: string | undefined): Reply {
    const task = tasks.get(id);
    if (!task) return { status: 404, json: { detail: "Request not found" } };
    const [, waits] = /\[running ?(\d*)\]/.exec(task.prompt) ?? [];
    const done = !/\[never\]/.test(task.prompt) && (waits === undefined || task.reads > Number(waits || 1));
    if (method === "PUT" && what === "/cancel") {
      server.cancelled.push(id);
      if (done) return { status: 400, json: { status: "ALREADY_COMPLETED" } };
      task.cancelled = true;
      return { status: 202, json: { status: "CANCELLATION_REQUESTED" } };
    }
    if (what === "/status") {
      task.reads++;
      const state = { request_id: id, response_url: server.url, logs: null };
      return done
        ? { json: { ...state, status: "COMPLETED", metrics: { inference_time: 1 } } }
        : { status: 202, json: { ...state, status: task.reads > 1 ? "IN_PROGRESS" : "IN_QUEUE", queue_position: 1 } };
    }
    if (!done) return { status: 400, json: { detail: "Request is still in progress" } };
    return planned.response.shift() ?? responseOf(task, { ...results, speech: `${server.url}/speech` });
  }

  const vendor = await startVendor((call): Reply | Promise<Reply> => {
    if (call.path.startsWith("/put/")) {
      // As any storage with signed addresses, it takes no second way to say who one is.
      if (call.headers.authorization) return { status: 400, body: "Only one auth mechanism allowed" };
      server.uploads.push({
        name: call.path.slice(5),
        type: call.headers["content-type"] ?? "",
        size: call.body.length,
      });
      return {};
    }
    // Results are on another host, which must not get the key.
    if (call.path.startsWith("/speech/")) {
      if (call.headers.authorization) return { status: 400, body: "no key, please" };
      return { body: toneOf(decodeURIComponent(call.path.slice(8))), headers: { "content-type": "audio/wav" } };
    }
    if (call.headers.authorization !== `Key ${KEY}`) return { status: 401, json: { detail: "Invalid key" } };
    if (call.path === "/storage/upload/initiate") {
      const name = `${crypto.randomUUID()}-${call.json.file_name}`;
      return { json: { upload_url: `${server.url}/put/${name}`, file_url: `https://v3.fal.media/files/${name}` } };
    }
    const [, id, what] = /\/requests\/([\w-]+)(\/status|\/cancel)?$/.exec(call.path) ?? [];
    if (id) return about(call.method, id, what);
    return submit(call.path.slice(1), call);
  });
  const server: FalServer = Object.assign(vendor, {
    submitted: [],
    callbacks: [],
    uploads: [],
    cancelled: [],
    answer: (what: "submit" | "response", reply: Reply) => void planned[what].push(reply),
  });
  return server;
}
