import { createCanvas } from "@napi-rs/canvas";
import { type Call, type Reply, startVendor, type VendorServer } from "#sdk/testing/vendor-server";
import { toneOf } from "#test/tone";

/**
 * Plays Google's Gemini API: generateContent, background interactions, and files that are uploaded in two steps and
 * looked at before they can be used. An order in a prompt ("[safety]") says what becomes of it.
 */
export const KEY = "AIza-test-0123456789";

// biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
type Json = any;

export interface GeminiServer extends VendorServer {
  control: {
    /** Answers of the text model to the next questions, before it answers sensibly again. */
    says: (string | Json)[];
    /** Waits that it asks for before it answers the next questions: "17s". */
    waits: string[];
    /** Where videos lie; the server's own /v1beta/files/… unless said. */
    videoUri?: string;
    /** What a file is after its upload and after each look; ACTIVE when there is no more. */
    states: string[];
    /** Where an upload is sent to, if not to this server. */
    uploadUrl?: string;
  };
  /** Files that lie there now, by name. */
  files: Map<string, { size: number; mimeType: string }>;
  cancelled: string[];
}

const refuse = (code: number, status: string, message: string, details?: unknown): Reply => ({
  status: code,
  json: { error: { code, status, message, ...(details ? { details } : {}) } },
});
/** What comes with a refusal that ends within the minute. */
const perMinute = (retryDelay: string) => [
  {
    "@type": "type.googleapis.com/google.rpc.QuotaFailure",
    violations: [{ quotaId: "GenerateRequestsPerMinutePerProjectPerModel-FreeTier" }],
  },
  { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay },
];
const order = (prompt: string) => /\[([a-z-]+)\]/.exec(prompt)?.[1];

const WORDS: Record<string, Reply> = {
  key: refuse(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", [
    { reason: "API_KEY_INVALID", domain: "googleapis.com" },
  ]),
  poor: refuse(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota", [
    { violations: [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel-FreeTier" }] },
  ]),
  busy: refuse(503, "UNAVAILABLE", "The model is overloaded. Please try again later."),
  billing: refuse(400, "FAILED_PRECONDITION", "Please enable billing on your project."),
  gone: refuse(404, "NOT_FOUND", "models/gemini-gone is not found for API version v1beta"),
  wrong: { status: 400, json: [{ error: { code: 400, status: "INVALID_ARGUMENT", message: "Invalid aspect ratio" } }] },
};

const stopped = (finishReason: string, parts: Json[] = []): Reply => ({
  json: { candidates: [{ content: { role: "model", parts }, finishReason }] },
});
const SIZES: Record<string, [number, number]> = { "9:16": [36, 64], "16:9": [64, 36], "1:1": [48, 48] };

/** Samples without a header, 24 kHz and 16 bits, as long as the text takes. */
function speak(text: string): Reply {
  switch (order(text)) {
    case "blocked":
      return { json: { promptFeedback: { blockReason: "PROHIBITED_CONTENT" } } };
    case "safety":
      return stopped("SAFETY");
    case "words":
      return stopped("STOP", [{ text: "I would rather write." }]);
    default: {
      const data = toneOf(text).subarray(44).toString("base64");
      return stopped("STOP", [{ inlineData: { mimeType: "audio/L16;codec=pcm;rate=24000", data } }]);
    }
  }
}

function image({ json }: Call): Reply {
  const { parts } = json.contents[0];
  const prompt = parts.map(({ text = "" }) => text).join("");
  const fault = WORDS[order(prompt) ?? ""];
  if (fault) return fault;
  if (json.generationConfig.responseModalities[0] === "AUDIO") return speak(prompt);
  if (json.generationConfig.responseModalities[0] !== "IMAGE") return stopped("STOP", [{ text: "Which picture?" }]);
  const ratio = json.generationConfig.imageConfig?.aspectRatio ?? "1:1";
  const [width, height] = SIZES[ratio] ?? [40, 50];
  const data = (colour: string) => {
    const canvas = createCanvas(width, height);
    const pen = canvas.getContext("2d");
    pen.fillStyle = colour;
    pen.fillRect(0, 0, width, height);
    return { inlineData: { mimeType: "image/png", data: canvas.toBuffer("image/png").toString("base64") } };
  };
  switch (order(prompt)) {
    case "blocked":
      return { json: { promptFeedback: { blockReason: "PROHIBITED_CONTENT" } } };
    case "safety":
      return stopped("SAFETY");
    case "image-safety":
      return stopped("IMAGE_SAFETY", []);
    case "prohibited":
      return stopped("PROHIBITED_CONTENT");
    case "words":
      return stopped("STOP", [{ text: "I can describe it instead." }]);
    case "none":
      return stopped("NO_IMAGE");
    case "damaged":
      return stopped("STOP", [{ inlineData: { mimeType: "image/png", data: "AAAA" } }]);
    case "draft":
      return stopped("STOP", [{ ...data("#000"), thought: true }]);
    default:
      // A model that thinks shows a draft first.
      return stopped("STOP", [{ ...data("#f00"), thought: true }, { text: "Here it is:" }, data("#0f0")]);
  }
}

/** What a sensible model answers. */
export function sensible({ systemInstruction, contents }: Json): Json {
  const user = contents[0].parts.map(({ text = "" }) => text).join("\n");
  if (/content plans/.test(systemInstruction.parts[0].text)) {
    const slots = [...user.matchAll(/^slot (\d+): day \d+, (\w+)$/gm)];
    return {
      items: slots.map(([, slot, platform]) => ({
        slot: Number(slot),
        title: `Idea ${slot} for ${platform}`,
        hook: `Nobody tells you this, number ${slot}`,
        concept: "One mistake and how to mend it.",
        script: "Hook. Mistake. Mend.",
        shots: ["Close-up"],
        caption: "Save this.",
        hashtags: ["coffee"],
        cta: "Follow",
        inspiredBy: [],
      })),
    };
  }
  const frame = { description: "It shows the pattern.", visual: "Bars", audio: "A tone", text: "" };
  return {
    hook: "A question on screen",
    summary: "A clip of test patterns.",
    whyItPerformed: ["It opens at once."],
    attributesToCopy: ["Text within the first second"],
    hooksToTest: ["Did you know?"],
    keyframes: [0, 1.5, 99].map((timestamp) => ({ timestamp, type: "Product Shot", ...frame })),
    tags: ["#Test", "Pattern"],
  };
}

interface Interaction {
  prompt: string;
  reads: number;
}

function look(server: GeminiServer, id: string, one: Interaction | undefined, video?: Uint8Array): Reply {
  if (!one) return { status: 400, json: [{ error: { code: 400, message: "Invalid interaction name." } }] };
  const output = (content: Json[], more = {}) => [
    { type: "thought", summary: [] },
    { type: "model_output", content, ...more },
  ];
  const uri = server.control.videoUri ?? `${server.url}/v1beta/files/${id}`;
  const found = { type: "video", mime_type: "video/mp4", uri };
  switch (order(one.prompt)) {
    case "never":
      return { json: { id, status: one.reads++ % 2 ? "queued" : "in_progress" } };
    case "refused":
      return { json: { id, status: "completed", steps: output([{ type: "text", text: "I cannot make this." }]) } };
    case "empty":
      return { json: { id, status: "completed", steps: [] } };
    case "fail":
      return { json: { id, status: "failed", errors: [{ code: "internal", message: "Something went wrong" }] } };
    case "policy":
      return {
        json: { id, status: "failed", steps: output([], { error: { code: 3, message: "Blocked: safety" } }) },
      };
    case "cancelled":
    case "incomplete":
      return { json: { id, status: order(one.prompt), steps: [] } };
    case "inline":
      return {
        json: {
          id,
          status: "completed",
          steps: output([{ type: "video", data: Buffer.from(video ?? []).toString("base64") }]),
        },
      };
    default:
      if (one.reads++ === 0) return { json: { id, status: "in_progress", steps: [] } };
      return { json: { id, status: "completed", steps: output([{ type: "text", text: "Done." }, found]) } };
  }
}

function upload(server: GeminiServer, { headers, body, query }: Call): Reply {
  if (headers["x-goog-upload-command"] === "start") {
    const size = Number(headers["x-goog-upload-header-content-length"]);
    if (headers["x-goog-upload-protocol"] !== "resumable" || !(size > 0))
      return refuse(400, "INVALID_ARGUMENT", "Bad upload");
    const mimeType = headers["x-goog-upload-header-content-type"];
    const address = server.control.uploadUrl ?? `${server.url}/upload/v1beta/files?upload_id=${size}&type=${mimeType}`;
    return { headers: { "x-goog-upload-url": address, "x-goog-upload-status": "active" } };
  }
  if (headers["x-goog-upload-command"] !== "upload, finalize" || headers["x-goog-upload-offset"] !== "0")
    return refuse(400, "INVALID_ARGUMENT", "Bad upload command");
  if (String(body.length) !== query.get("upload_id")) return refuse(400, "INVALID_ARGUMENT", "Bytes are missing");
  const name = `files/f${server.files.size}`;
  server.files.set(name, { size: body.length, mimeType: query.get("type") ?? "" });
  return { json: { file: showFile(server, name) } };
}

const showFile = (server: GeminiServer, name: string) => ({
  name,
  uri: `${server.url}/v1beta/${name}`,
  mimeType: server.files.get(name)?.mimeType,
  state: server.control.states.shift() ?? "ACTIVE",
});

export async function startGemini(video?: Uint8Array): Promise<GeminiServer> {
  const interactions = new Map<string, Interaction>();

  function generate(call: Call): Reply {
    const { json, path } = call;
    if (/models\/gemini-gone:/.test(path)) return WORDS.gone!;
    const wait = server.control.waits.shift();
    if (wait) return refuse(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota", perMinute(wait));
    if (!json.generationConfig.responseSchema) return image(call);
    if (/additionalProperties/.test(JSON.stringify(json.generationConfig.responseSchema)))
      return refuse(400, "INVALID_ARGUMENT", 'Unknown name "additionalProperties"');
    for (const { fileData } of json.contents[0].parts) {
      if (fileData && !server.files.has(fileData.fileUri.replace(`${server.url}/v1beta/`, "")))
        return refuse(403, "PERMISSION_DENIED", "You do not have permission to access the File");
    }
    const said = server.control.says.shift() ?? JSON.stringify(sensible(json));
    return typeof said === "string" ? stopped("STOP", [{ text: said }]) : { json: said };
  }

  function begin({ json }: Call): Reply {
    const prompt = json.input.findLast(({ type }: Json) => type === "text")?.text ?? "";
    const fault = WORDS[order(prompt) ?? ""];
    if (fault) return fault;
    const { duration, type, delivery } = json.response_format;
    if (!/^\d+s$/.test(duration) || type !== "video" || delivery !== "uri" || json.background !== true)
      return refuse(400, "INVALID_ARGUMENT", "Invalid response_format");
    const id = `v1_${interactions.size}_abc`;
    interactions.set(id, { prompt, reads: 0 });
    return { json: { id, status: "in_progress", object: "interaction", created: "2026-11-21T00:00:00Z" } };
  }

  const vendor = await startVendor((call) => {
    const { method, path, headers, query } = call;
    if (headers["x-goog-api-key"] !== KEY) return WORDS.key!;
    if (path === "/v1beta/models") return { json: { models: [{ name: "models/gemini-flash-latest" }] } };
    if (path === "/upload/v1beta/files") return upload(server, call);
    if (/:generateContent$/.test(path)) return generate(call);
    if (path === "/v1beta/interactions") return begin(call);
    const [, id, cancel] = /^\/v1beta\/interactions\/([^/]+)(\/cancel)?$/.exec(path) ?? [];
    if (id && cancel && method === "POST") {
      server.cancelled.push(id);
      return { json: { id, status: "cancelled" } };
    }
    if (id) return look(server, id, interactions.get(id), video);
    if (/^\/v1beta\/files\/[^/]+:download$/.test(path) && query.get("alt") === "media")
      return { body: video ?? "", headers: { "content-type": "video/mp4" } };
    const name = path.replace("/v1beta/", "");
    if (!server.files.has(name)) return refuse(403, "PERMISSION_DENIED", "You do not have permission");
    if (method === "DELETE") return { json: server.files.delete(name) ? {} : {} };
    return { json: showFile(server, name) };
  });
  const server: GeminiServer = Object.assign(vendor, {
    control: { says: [], waits: [], states: ["PROCESSING", "PROCESSING"] },
    files: new Map(),
    cancelled: [],
  });
  return server;
}
