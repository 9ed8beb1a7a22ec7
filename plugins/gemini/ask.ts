import { askTwice, Wrong } from "vireo/llm/answer";
import { type Client, type Json, partsOf, wordsOf } from "./client";

export interface Question<Answer> {
  schema: object;
  system: string;
  /** What the model is given besides the text. */
  parts?: readonly object[];
  content: string;
  /** Makes the answer out of the JSON. Throws Wrong with what the model has to mend. */
  read(json: unknown): Answer;
}

/** Gemini's schemas are OpenAPI's: they know no additionalProperties. */
const plain = (schema: object): object =>
  JSON.parse(JSON.stringify(schema, (name, value) => (name === "additionalProperties" ? undefined : value)));

/** Asks a text model for JSON, and once more where the answer is not what was asked for. Throws EngineError. */
export function createAsk({ vendor, timeoutMs }: Client, model: string) {
  return async <Answer>(question: Question<Answer>, signal: AbortSignal): Promise<Answer> => {
    const { schema, system, parts = [], content, read } = question;
    const contents: object[] = [{ role: "user", parts: [...parts, { text: content }] }];
    const path = `/v1beta/models/${encodeURIComponent(model)}:generateContent`;
    const answer = async (): Promise<string> => {
      const { json } = await vendor.create(path, {
        json: {
          systemInstruction: { parts: [{ text: system }] },
          contents,
          generationConfig: { responseMimeType: "application/json", responseSchema: plain(schema) },
        },
        signal,
        timeoutMs,
      });
      const found = partsOf(vendor, json);
      const words = wordsOf(found.parts);
      if (words === "") throw vendor.error("provider_error", `Gemini gave an empty answer: ${found.finishReason}.`);
      return words;
    };
    try {
      return await askTwice(
        (mend) => {
          if (mend)
            contents.push(
              { role: "model", parts: [{ text: mend.said }] },
              { role: "user", parts: [{ text: mend.words }] },
            );
          return answer();
        },
        (said) => read(parsed(said)),
      );
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      throw vendor.error("provider_error", `${model} gave no usable answer: ${error.message}`);
    }
  };
}

function parsed(said: string): Json {
  try {
    return JSON.parse(said);
  } catch {
    throw new Wrong("it is not one whole JSON object.");
  }
}
