import { EngineError, type Health } from "vireo/engine";
import { askWithRetry, InvalidAnswerError } from "vireo/llm/answer";
import { type Endpoint, readShutdowns } from "./endpoint";

/** Maximum number of braces that are tried as the start of the object. */
const MAX_TRIES = 50;

export type Part = { type: "text"; text: string } | { type: "image_url"; image_url: { url: string; detail: "low" } };
interface Message {
  role: "system" | "user" | "assistant";
  content: string | Part[];
}

export interface Question<Answer> {
  /** Name of the schema: letters and _. */
  name: string;
  schema: object;
  system: string;
  content: string | Part[];
  /** Parses the JSON. Throws InvalidAnswerError with a correction for the model. */
  parse(json: unknown): Answer;
  /** Requests to send at most. Default 2: an invalid response is corrected once. */
  tries?: 1 | 2;
}

export interface Chat {
  model: string;
  /** True if responses cost money. */
  paid: boolean;
  /** Time limit of one response, in milliseconds. */
  timeoutMs: number;
  /** Sends a request, with one retry if the response is invalid. Throws EngineError. */
  ask<Answer>(question: Question<Answer>, signal: AbortSignal): Promise<Answer>;
  check(): Promise<Health>;
}

/** Response formats, best first. */
const FORMATS = ["json_schema", "json_object", "none"] as const;
/** Error messages about an unsupported format. */
const UNSUPPORTED = /response_format|json_schema|json_object|structured output|grammar|schema/i;

// biome-ignore lint/suspicious/noExplicitAny: checked field by field
type Json = any;

export function createChat({ vendor, paid, timeoutMs }: Endpoint, model: string): Chat {
  /** Index of the first of FORMATS that the server has not rejected. */
  let format = 0;

  const getFormat = ({ name, schema }: Question<unknown>) => {
    if (FORMATS[format] === "json_schema")
      return { response_format: { type: "json_schema", json_schema: { name, strict: true, schema } } };
    return FORMATS[format] === "json_object" ? { response_format: { type: "json_object" } } : {};
  };

  /**
   * Requests one response as text. If the server rejects the format, nothing was generated, and the next format is
   * tried.
   */
  async function complete(question: Question<unknown>, messages: Message[], signal: AbortSignal): Promise<string> {
    for (;;) {
      const tried = format;
      try {
        const body = { model, messages, ...getFormat(question) };
        const { json } = await vendor.create("/chat/completions", { json: body, signal, timeoutMs });
        const [choice] = (json as Json)?.choices ?? [];
        const { content, refusal } = choice?.message ?? {};
        if (choice?.finish_reason === "content_filter" || refusal)
          throw vendor.error("moderated", `${vendor.title} refused the request${refusal ? `: ${refusal}` : "."}`);
        // Some servers send a list of parts.
        const text = Array.isArray(content) ? content.map((part: Json) => part?.text ?? "").join("") : content;
        if (typeof text !== "string" || text === "")
          throw vendor.error("provider_error", `${vendor.title} returned an empty response.`);
        return text;
      } catch (error) {
        const isRejected =
          error instanceof EngineError && error.code === "provider_rejected" && UNSUPPORTED.test(error.message);
        if (!isRejected || tried === FORMATS.length - 1) throw error;
        // A concurrent call may have advanced it.
        format = Math.max(format, tried + 1);
      }
    }
  }

  return {
    model,
    paid,
    timeoutMs,
    async ask(question, signal) {
      const system = `${question.system}\n\nAnswer with one JSON object and nothing else. Its JSON schema:\n${JSON.stringify(question.schema)}`;
      const messages: Message[] = [
        { role: "system", content: system },
        { role: "user", content: question.content },
      ];
      return askWithRetry(
        (correction) => {
          if (correction)
            messages.push(
              { role: "assistant", content: correction.answer },
              { role: "user", content: correction.message },
            );
          return complete(question, messages, signal);
        },
        (answer) => question.parse(parseJson(answer)),
        (problem) => vendor.error("provider_error", `${model} returned no usable response: ${problem}`),
        question.tries,
      );
    },
    check: () =>
      vendor.check("/models", (json) => {
        const ids =
          ((json as Json)?.data ?? []).map?.((model: Json) => String(model?.id).replace(/^models\//, "")) ?? [];
        const exists = ids.length === 0 || ids.some((id: string) => id === model || id === `${model}:latest`);
        return exists
          ? { ok: true, detail: `${vendor.title} with ${model}`, ...readShutdowns(json, (id) => id === model) }
          : { ok: false, detail: `${vendor.title} has no model ${model}; set OPENAI_CHAT_MODEL.` };
      }),
  };
}

function parseJson(text: string): unknown {
  const json = findJson(text);
  if (json === undefined) throw new InvalidAnswerError("there is no whole JSON object in it.");
  return json;
}

/** Finds the JSON object in a model's response, after its thoughts or inside a code block. */
function findJson(text: string): unknown {
  const answer = text.replace(/^[\s\S]*<\/think>/, "");
  let from = answer.indexOf("{");
  for (let tries = 1; tries <= MAX_TRIES && from >= 0; tries++, from = answer.indexOf("{", from + 1)) {
    const to = findEnd(answer, from);
    if (to === undefined) return undefined;
    try {
      return JSON.parse(answer.slice(from, to));
    } catch {
      // This brace is part of the text; the next one may start the object.
    }
  }
  return undefined;
}

/** Returns the end of the object that starts at `from`. Undefined if it is not closed. */
function findEnd(text: string, from: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (quoted) {
      if (character === "\\") at++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === "{") depth++;
    else if (character === "}" && --depth === 0) return at + 1;
  }
  return undefined;
}
