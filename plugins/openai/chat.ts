import { EngineError, type Health } from "vireo/engine";
import { askTwice, type Mend, Wrong } from "vireo/llm/answer";
import type { Endpoint } from "./endpoint";
import { jsonIn } from "./json";

export type Part = { type: "text"; text: string } | { type: "image_url"; image_url: { url: string; detail: "low" } };
interface Message {
  role: "system" | "user" | "assistant";
  content: string | Part[];
}

export interface Question<Answer> {
  /** Names the schema for the server: letters and _. */
  name: string;
  schema: object;
  system: string;
  content: string | Part[];
  /** Makes the answer out of the JSON. Throws Wrong with what the model has to mend. */
  read(json: unknown): Answer;
}

export interface Chat {
  model: string;
  /** True where answers are paid for. */
  paid: boolean;
  /** Longest wait for one answer, milliseconds. */
  timeoutMs: number;
  /** Asks, and once more where the answer is not what was asked for. Throws EngineError. */
  ask<Answer>(question: Question<Answer>, signal: AbortSignal): Promise<Answer>;
  check(): Promise<Health>;
}

/** How servers are told what to answer with, best first. */
const FORMATS = ["json_schema", "json_object", "none"] as const;
/** What servers say of a format that they do not do. */
const NO_FORMAT = /response_format|json_schema|json_object|structured output|grammar|schema/i;

// biome-ignore lint/suspicious/noExplicitAny: checked field by field
type Json = any;

export function createChat({ vendor, paid, timeoutMs }: Endpoint, model: string): Chat {
  /** The first of FORMATS that the server has not refused. */
  let format = 0;

  const formatFor = ({ name, schema }: Question<unknown>) => {
    if (FORMATS[format] === "json_schema")
      return { response_format: { type: "json_schema", json_schema: { name, strict: true, schema } } };
    return FORMATS[format] === "json_object" ? { response_format: { type: "json_object" } } : {};
  };

  /** One answer as text. A server that refuses the format is asked with the next one; it has made nothing then. */
  async function answer(question: Question<unknown>, messages: Message[], signal: AbortSignal): Promise<string> {
    for (;;) {
      const tried = format;
      try {
        const body = { model, messages, ...formatFor(question) };
        const { json } = await vendor.create("/chat/completions", { json: body, signal, timeoutMs });
        const [choice] = (json as Json)?.choices ?? [];
        const { content, refusal } = choice?.message ?? {};
        if (choice?.finish_reason === "content_filter" || refusal)
          throw vendor.error("moderated", `${vendor.title} refuses to answer${refusal ? `: ${refusal}` : "."}`);
        // Some send parts where others send text.
        const text = Array.isArray(content) ? content.map((part: Json) => part?.text ?? "").join("") : content;
        if (typeof text !== "string" || text === "")
          throw vendor.error("provider_error", `${vendor.title} gave an empty answer.`);
        return text;
      } catch (error) {
        const refused =
          error instanceof EngineError && error.code === "provider_rejected" && NO_FORMAT.test(error.message);
        if (!refused || tried === FORMATS.length - 1) throw error;
        // Others may have learnt it meanwhile.
        format = Math.max(format, tried + 1);
      }
    }
  }

  return {
    model,
    paid,
    timeoutMs,
    async ask(question, signal) {
      const told = `${question.system}\n\nAnswer with one JSON object and nothing else. Its JSON schema:\n${JSON.stringify(question.schema)}`;
      const messages: Message[] = [
        { role: "system", content: told },
        { role: "user", content: question.content },
      ];
      const ask = (mend?: Mend) => {
        if (mend) messages.push({ role: "assistant", content: mend.said }, { role: "user", content: mend.words });
        return answer(question, messages, signal);
      };
      try {
        return await askTwice(ask, (said) => question.read(jsonOrWrong(said)));
      } catch (error) {
        if (!(error instanceof Wrong)) throw error;
        throw vendor.error("provider_error", `${model} gave no usable answer: ${error.message}`);
      }
    },
    check: () =>
      vendor.check("/models", (json) => {
        const ids = ((json as Json)?.data ?? []).map?.((one: Json) => String(one?.id).replace(/^models\//, "")) ?? [];
        const there = ids.length === 0 || ids.some((id: string) => id === model || id === `${model}:latest`);
        return there
          ? { ok: true, detail: `${vendor.title} with ${model}` }
          : { ok: false, detail: `${vendor.title} has no model ${model}; set OPENAI_CHAT_MODEL.` };
      }),
  };
}

function jsonOrWrong(text: string): unknown {
  const json = jsonIn(text);
  if (json === undefined) throw new Wrong("there is no whole JSON object in it.");
  return json;
}
