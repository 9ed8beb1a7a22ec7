import { type Call, type Reply, startVendor, type VendorServer } from "#sdk/testing/vendor-server";
import { type Endpoint, findMistakes } from "#test/plugins/hosted-contract";
import type { Results } from "#test/plugins/kie/server";
import catalogue from "./catalogue.json";

/**
 * Plays Replicate's HTTP API as npm replicate 1.4.0 and replicate.com/docs tell it: predictions of official models and
 * of versions, with exact types of inputs, files, cancel. Words in a prompt say what becomes of a prediction.
 */
export const KEY = "r8_replicate-test-key-0123456789";
export const VERSION = "a".repeat(64);

interface Prediction {
  model: string;
  prompt: string;
  reads: number;
  cancelled: boolean;
}

export interface ReplicateServer extends VendorServer {
  /** Bodies of all predictions that were made, and the model or version of each. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it freely
  created: { model: string; body: any }[];
  /** Where callbacks were asked for, in order. */
  callbacks: string[];
  uploads: { name: string; type: string; size: number }[];
  cancelled: string[];
  /** The next prediction is answered so. */
  answer(reply: Reply): void;
  /** Creates are answered when this is over; the prediction exists before. */
  hold?: Promise<void>;
}

/** The fields of the official models, as their API pages list them. */
const official: Record<string, Endpoint> = catalogue;

const DEAD = "http://127.0.0.1:1/gone";

/** A string, a list, or an object, as models have it. */
function outputOf({ model, prompt }: Prediction, results: Results): unknown {
  const [, order] = /\[(\w+)/.exec(prompt) ?? [];
  const found = order === "dead" ? { image: DEAD, video: DEAD, audio: DEAD } : results;
  if (order === "empty") return null;
  if (/seedance|kling|video/.test(model)) return found.video;
  if (/music|audio|lyria/.test(model)) return found.audio;
  if (/schnell/.test(model)) return [found.image];
  return /object/.test(prompt) ? { text: "done", preview: { image: found.image } } : found.image;
}

function shown(id: string, prediction: Prediction, results: Results) {
  const { model, prompt, reads, cancelled } = prediction;
  const [, order = "", rest = ""] = /\[(\w+) ?([^\]]*)\]/.exec(prompt) ?? [];
  const base = {
    ...{ id, model, version: "hidden", input: {}, output: null, error: null, logs: "" },
    // Replicate's own address; whoever follows it from here would leave this machine.
    urls: { get: `https://api.replicate.com/v1/predictions/${id}`, cancel: "https://api.replicate.com/v1/…" },
  };
  if (cancelled) return { ...base, status: "canceled" };
  if (order === "never" || (order === "running" && reads <= Number(rest || 1)))
    return {
      ...base,
      status: reads ? "processing" : "starting",
      logs: reads ? " 10%|█  | 1/10\n 40%|███ | 4/10\n" : "",
    };
  if (reads === 0) return { ...base, status: "starting" };
  if (order === "fail") return { ...base, status: "failed", error: rest || "CUDA out of memory" };
  if (order === "aborted") return { ...base, status: "aborted" };
  return { ...base, status: "succeeded", output: outputOf(prediction, results), metrics: { predict_time: 1.2 } };
}

export async function startReplicate(results: Results): Promise<ReplicateServer> {
  const predictions = new Map<string, Prediction>();
  const planned: Reply[] = [];

  async function create(model: string, endpoint: Endpoint | undefined, { json: body }: Call): Promise<Reply> {
    const other = planned.shift();
    if (other) return other;
    const [wrong] = endpoint ? findMistakes(endpoint, body.input) : [];
    if (wrong || (body.webhook && !body.webhook.startsWith("https:")))
      return {
        status: 422,
        json: { title: "Input validation failed", detail: `- ${wrong ?? "webhook: must be https"}\n`, status: 422 },
      };
    const id = crypto.randomUUID().replaceAll("-", "").slice(0, 26);
    const prediction = { model, prompt: String(body.input.prompt ?? body.input.text), reads: 0, cancelled: false };
    predictions.set(id, prediction);
    server.created.push({ model, body });
    if (body.webhook) server.callbacks.push(body.webhook);
    await server.hold;
    return { status: 201, json: shown(id, prediction, results) };
  }

  async function upload({ headers, body }: Call): Promise<Reply> {
    const form = await new Response(new Uint8Array(body), {
      headers: { "content-type": headers["content-type"] ?? "" },
    }).formData();
    const file = form.get("content") as File;
    server.uploads.push({ name: file.name, type: file.type, size: file.size });
    return { status: 201, json: { id: "f", urls: { get: `https://api.replicate.com/v1/files/${file.name}` } } };
  }

  const missing: Reply = { status: 404, json: { detail: "The requested resource could not be found." } };
  const vendor = await startVendor((call): Reply | Promise<Reply> => {
    const { method, path } = call;
    if (call.headers.authorization !== `Bearer ${KEY}`)
      return { status: 401, json: { title: "Unauthenticated", detail: "You did not pass a valid token" } };
    if (path === "/v1/account") return { json: { type: "user", username: "tester" } };
    if (method === "POST" && path === "/v1/files") return upload(call);
    if (method === "POST" && path === "/v1/predictions")
      return call.json.version === VERSION ? create(call.json.version, undefined, call) : missing;
    const [, model] = /^\/v1\/models\/([^/]+\/[^/]+)\/predictions$/.exec(path) ?? [];
    if (method === "POST" && model) return official[model] ? create(model, official[model], call) : missing;
    const [, id = "", cancel] = /^\/v1\/predictions\/(\w+)(\/cancel)?$/.exec(path) ?? [];
    const prediction = predictions.get(id);
    if (!prediction) return missing;
    if (cancel) {
      server.cancelled.push(id);
      prediction.cancelled = true;
    } else prediction.reads++;
    return { json: shown(id, prediction, results) };
  });
  const server: ReplicateServer = Object.assign(vendor, {
    created: [],
    callbacks: [],
    uploads: [],
    cancelled: [],
    answer: (reply: Reply) => void planned.push(reply),
  });
  return server;
}
