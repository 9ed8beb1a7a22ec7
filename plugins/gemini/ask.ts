import { askWithRetry, InvalidAnswerError } from "vireo/llm/answer";
import type { Vendor } from "vireo/vendor";
import { type GeminiClient, type Json, joinText, parseCandidate } from "./client";

export interface Question<Answer> {
  schema: object;
  system: string;
  /** Media for the model. */
  parts?: readonly object[];
  content: string;
  /** Parses the JSON. Throws InvalidAnswerError with a correction for the model. */
  parse(json: unknown): Answer;
  /** Requests to send at most. Default 2: an invalid response is corrected once. */
  tries?: 1 | 2;
}

/** Converts to Gemini's schemas, which follow OpenAPI without additionalProperties. */
const toGeminiSchema = (schema: object): object =>
  JSON.parse(JSON.stringify(schema, (name, value) => (name === "additionalProperties" ? undefined : value)));

export type Ask = <Answer>(question: Question<Answer>, signal: AbortSignal) => Promise<Answer>;

/** Requests JSON from a text model, with one retry if the response is invalid. Throws EngineError. */
export function createAsk({ vendor, timeoutMs }: GeminiClient, model: string): Ask {
  return async <Answer>(question: Question<Answer>, signal: AbortSignal): Promise<Answer> => {
    const { schema, system, parts = [], content, parse, tries } = question;
    const contents: object[] = [{ role: "user", parts: [...parts, { text: content }] }];
    const path = `/v1beta/models/${encodeURIComponent(model)}:generateContent`;
    const generationConfig = { responseMimeType: "application/json", responseSchema: toGeminiSchema(schema) };
    return askWithRetry(
      async (correction) => {
        if (correction)
          contents.push(
            { role: "model", parts: [{ text: correction.answer }] },
            { role: "user", parts: [{ text: correction.message }] },
          );
        const json = { systemInstruction: { parts: [{ text: system }] }, contents, generationConfig };
        return readAnswer(vendor, (await vendor.create(path, { json, signal, timeoutMs })).json);
      },
      (answer) => parse(parseJson(answer)),
      (problem) => vendor.error("provider_error", `${model} returned no usable response: ${problem}`),
      tries,
    );
  };
}

function readAnswer(vendor: Vendor, json: Json): string {
  const { parts, finishReason } = parseCandidate(vendor, json);
  const text = joinText(parts);
  if (text === "") throw vendor.error("provider_error", `Gemini returned an empty response: ${finishReason}.`);
  return text;
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidAnswerError("it is not one whole JSON object.");
  }
}
