import { createCanvas } from "@napi-rs/canvas";
import { type Call, type Reply, startVendor, type VendorServer } from "#sdk/testing/vendor-server";
import { toneOf } from "#test/tone";

export const KEY = "sk-test-0123456789";

// biome-ignore lint/suspicious/noExplicitAny: messages are looked into freely
type Json = any;

export interface OpenAi extends VendorServer {
  /** What the server is like; tests change it. */
  control: {
    /** Forms of answers that it takes: an old server refuses some. */
    formats: string[];
    /** Answers to the next chats, before it answers sensibly again. */
    says: (string | Reply)[];
    /** What it hears; a function of the form that is sent. */
    heard: Json | ((form: FormData) => Promise<Json>);
    /** What it says instead of the text. */
    speaks?: Reply;
    /** Models that it has. */
    models: string[];
    /** Dates that the list of models has. */
    shutdowns: Record<string, string | number>;
  };
  /** Forms that came, in the order of the calls. */
  forms: FormData[];
}

const refuse = (status: number, code: string, message: string, type = "invalid_request_error"): Reply => ({
  status,
  json: { error: { message, type, param: null, code } },
});

/** Words as whisper gives them: without punctuation, which only the text has. */
export const SPEECH = {
  task: "transcribe",
  language: "english",
  duration: 2,
  text: "Stop scrolling! This coffee wakes you up, every day. It's 100% arabica.",
  words: [
    ["Stop", 0, 0.2],
    ["scrolling", 0.2, 0.5],
    ["This", 0.6, 0.7],
    ["coffee", 0.7, 0.9],
    ["wakes", 0.9, 1],
    ["you", 1, 1.1],
    ["up", 1.1, 1.2],
    ["every", 1.2, 1.3],
    ["day", 1.3, 1.4],
    ["It's", 1.5, 1.6],
    ["100", 1.6, 1.8],
    ["arabica", 1.8, 1.95],
  ].map(([word, start, end]) => ({ word, start, end })),
  segments: [{ id: 0, start: 0, end: 1.95, text: " Stop scrolling! …", avg_logprob: -0.2, no_speech_prob: 0.01 }],
};

const textOf = (content: Json): string =>
  typeof content === "string" ? content : content.map((part: Json) => part.text ?? "").join("\n");

/** What a sensible model answers to these messages. */
export function sensible(messages: Json[]): Json {
  const user = textOf(messages.find(({ role }: Json) => role === "user").content);
  const slots = [...user.matchAll(/^slot (\d+): day \d+, (\w+)$/gm)];
  if (slots.length > 0) {
    const ids = [...user.matchAll(/^id (\S+):/gm)].map(([, id]) => id);
    return {
      items: slots.map(([, slot, platform]) => ({
        slot: Number(slot),
        title: `Idea ${slot} for ${platform}`,
        hook: `Nobody tells you this about coffee, number ${slot}`,
        concept: "A barista shows one mistake and how to mend it.",
        script: "Hook. Mistake. Mend. Call to action.",
        shots: ["Close-up of the grinder", "The cup"],
        caption: "Save this for tomorrow morning.",
        hashtags: ["#coffee", "home barista"],
        cta: "Follow for part two",
        inspiredBy: [...ids.slice(0, 2), "made-up-id"],
      })),
    };
  }
  const moments = [...user.matchAll(/^id (m\d+) \(\d+ s\):\n(.*)$/gm)];
  if (moments.length > 0)
    return {
      moments: moments.map(([, id, said = ""], i) => ({
        ...{ id, score: 90 - 2 * i, title: said.split(" ").slice(0, 6).join(" ") },
        ...{ hook: said.split(" ").slice(0, 5).join(" "), reason: "It opens strongly and needs no context." },
      })),
    };
  const times = [...user.matchAll(/^At ([\d.]+) s:$/gm)].map(([, at]) => Number(at));
  return {
    hook: "A question on screen",
    summary: "A clip of test patterns.",
    whyItPerformed: ["It opens at once."],
    attributesToCopy: ["Text within the first second"],
    hooksToTest: ["Did you know?"],
    keyframes: (times.length > 0 ? times : [0.5]).map((timestamp) => ({
      timestamp,
      type: "Product Shot",
      description: "It shows the pattern.",
      visual: "Coloured bars",
      audio: "",
      text: "",
    })),
    tags: ["#Test", "Pattern", "pattern"],
  };
}

function chat({ json }: Call, control: OpenAi["control"]): Reply {
  if (!control.models.includes(json.model))
    return refuse(404, "model_not_found", `The model ${json.model} does not exist`);
  const { type = "none", json_schema: schema } = json.response_format ?? {};
  if (!control.formats.includes(type)) return refuse(400, "", `'response_format' of type ${type} is not supported`);
  if (type === "json_schema" && !(schema?.strict && schema.name && schema.schema.additionalProperties === false))
    return refuse(400, "", "Invalid schema for response_format");
  const said = control.says.shift() ?? JSON.stringify(sensible(json.messages));
  if (typeof said !== "string") return said;
  return {
    json: { id: "c1", choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: said } }] },
  };
}

const WORDS: Record<string, Reply> = {
  forbidden: refuse(400, "moderation_blocked", "Your request was rejected by the safety system"),
  policy: refuse(400, "content_policy_violation", "This violates our policy", "image_generation_user_error"),
  poor: refuse(429, "insufficient_quota", "You exceeded your current quota", "insufficient_quota"),
  wide: refuse(400, "invalid_value", "Invalid size"),
};

function image(model: unknown, prompt: unknown, size: unknown): Reply {
  const fault = WORDS[String(prompt)];
  if (fault) return fault;
  if (!/^gpt-image-/.test(String(model)) || model === "gpt-image-gone")
    return refuse(404, "model_not_found", `The model ${model} does not exist`);
  const [width = 64, height = 64] =
    size === "auto"
      ? []
      : String(size)
          .split("x")
          .map((side) => Number(side) / 16);
  const bytes = createCanvas(width, height).toBuffer("image/png");
  return {
    json: {
      created: 1,
      data: [{ b64_json: prompt === "damaged" ? "AAAA" : bytes.toString("base64") }],
      output_format: "png",
    },
  };
}

function speech({ json }: Call, control: OpenAi["control"]): Reply {
  if (control.speaks) return control.speaks;
  const { model, input, voice, response_format, speed } = json;
  if (model === "gone") return refuse(404, "model_not_found", `The model ${model} does not exist`);
  if (voice === "nobody") return refuse(400, "invalid_value", "Input should be 'alloy', 'ash' or 'coral'");
  if (typeof input !== "string" || input.length > 4096) return refuse(400, "string_above_max_length", "Too long");
  if (input.includes("forbidden")) return refuse(400, "moderation_blocked", "Rejected by the safety system");
  if (response_format !== "wav") return refuse(400, "invalid_value", "Invalid response_format");
  return { body: toneOf(input, speed), headers: { "content-type": "audio/wav" } };
}

/** Plays OpenAI's API, and the servers that follow it. */
export async function startOpenAi(): Promise<OpenAi> {
  const formOf = ({ body, headers }: Call) =>
    new Response(new Uint8Array(body), { headers: { "content-type": headers["content-type"] ?? "" } }).formData();
  const server = await startVendor(async (call) => {
    const { method, path, headers, json } = call;
    const { control, forms } = self;
    if (path === "/inference" || path === "/v1/audio/transcriptions" || path === "/v1/images/edits")
      forms.push(await formOf(call));
    const hear = async () => (typeof control.heard === "function" ? control.heard(forms.at(-1)!) : control.heard);
    if (path === "/inference") return { json: await hear() };
    if (path === "/") return { body: "<h1>whisper.cpp</h1>" };
    if (headers.authorization !== undefined && headers.authorization !== `Bearer ${KEY}`)
      return refuse(401, "invalid_api_key", `Incorrect API key provided: ${headers.authorization}`);
    switch (`${method} ${path}`) {
      case "GET /v1/models":
        return {
          json: {
            object: "list",
            data: control.models.map((id) => ({ id, object: "model", shutdown_date: control.shutdowns[id] ?? null })),
          },
        };
      case "POST /v1/chat/completions":
        return chat(call, control);
      case "POST /v1/audio/transcriptions":
        return { json: await hear() };
      case "POST /v1/audio/speech":
        return speech(call, control);
      case "POST /v1/images/generations":
        return image(json.model, json.prompt, json.size);
      case "POST /v1/images/edits":
        return image(forms.at(-1)?.get("model"), forms.at(-1)?.get("prompt"), forms.at(-1)?.get("size"));
      default:
        return refuse(404, "", `Unknown request URL: ${path}`);
    }
  });
  const self: OpenAi = Object.assign(server, {
    control: {
      formats: ["json_schema", "json_object", "none"],
      says: [],
      heard: SPEECH,
      models: ["sees-all"],
      shutdowns: {},
    },
    forms: [],
  });
  return self;
}
