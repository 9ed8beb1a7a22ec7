/** Readers for a language model's JSON. Missing required values throw InvalidAnswerError; excess values are dropped. */

/**
 * The problem with an answer, worded for the model.
 * @example
 * const parse = (json: unknown) => {
 *   const { title } = readObject(json, "The answer");
 *   if (typeof title !== "string") throw new InvalidAnswerError("title is not a text.");
 *   return title;
 * };
 */
export class InvalidAnswerError extends Error {
  override readonly name = "InvalidAnswerError";
}

/** An invalid answer, and the message that asks the model to correct it. */
export interface Correction {
  answer: string;
  message: string;
}

/**
 * Asks a model, and asks again if its answer is invalid.
 * @param ask returns the model's answer. The second call gets the invalid answer and a request to correct it
 * @param parse throws InvalidAnswerError for an invalid answer
 * @param toError makes the error to throw if the last answer is invalid as well
 * @param tries most questions to ask
 * @example
 * import { parseJson } from "vireo/vendor/response";
 * const answers = ["not JSON", '{ "title": "Cold brew" }'];
 * const title = await askWithRetry(
 *   async () => answers.shift() ?? "",
 *   (answer) => requireText(readObject(parseJson(answer), "The answer").title, 100, "title"),
 *   (problem) => new Error(problem),
 * );
 * title; // "Cold brew"
 */
export async function askWithRetry<Result>(
  ask: (correction?: Correction) => Promise<string>,
  parse: (answer: string) => Result,
  toError: (problem: string) => Error,
  tries: 1 | 2 = 2,
): Promise<Result> {
  const answer = await ask();
  const first = tryParse(parse, answer);
  if (!(first instanceof InvalidAnswerError)) return first;
  if (tries === 1) throw toError(first.message);
  const message = `This is not what was asked for: ${first.message} Answer again, with the whole JSON object and nothing else.`;
  const second = tryParse(parse, await ask({ answer, message }));
  if (second instanceof InvalidAnswerError) throw toError(second.message);
  return second;
}

function tryParse<Result>(parse: (answer: string) => Result, answer: string): Result | InvalidAnswerError {
  try {
    return parse(answer);
  } catch (error) {
    if (error instanceof InvalidAnswerError) return error;
    throw error;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Returns an object. Throws InvalidAnswerError for anything else, also for lists.
 * @param name subject of the message, such as "The answer"
 * @example readObject({ title: "Cold brew" }, "The answer").title; // "Cold brew"
 */
export function readObject(value: unknown, name: string): Record<string, unknown> {
  if (!isObject(value)) throw new InvalidAnswerError(`${name} is not an object.`);
  return value;
}

/**
 * Returns a list. Throws InvalidAnswerError for anything else.
 *
 * @example readList(["a", "b"], "scenes"); // ["a", "b"]
 */
export function readList(value: unknown, name: string): unknown[] {
  if (!Array.isArray(value)) throw new InvalidAnswerError(`${name} is not a list.`);
  return value;
}

/**
 * Returns a text of at most `limit` characters, cut between words. Empty if the value is not a text.
 * @example readText("  Cold brew ", 6); // "Cold…"
 */
export function readText(value: unknown, limit: number): string {
  if (typeof value !== "string") return "";
  const characters = [...value.trim()];
  if (characters.length <= limit) return characters.join("");
  const cut = characters.slice(0, limit - 1).join("");
  return `${/\s/.test(cut) ? cut.replace(/\s+\S*$/, "") : cut}…`;
}

/**
 * Returns a text like `readText`. Throws InvalidAnswerError if it is empty.
 * @example requireText(" ", 100, "title"); // throws "title is empty."
 */
export function requireText(value: unknown, limit: number, name: string): string {
  const text = readText(value, limit);
  if (text === "") throw new InvalidAnswerError(`${name} is empty.`);
  return text;
}

/**
 * Returns at most `count` distinct texts of at most `limit` characters. Leaves out empty ones and other values.
 * @example readTexts(["Ice", "", "Ice", 5, "Milk"], 3, 100); // ["Ice", "Milk"]
 */
export function readTexts(value: unknown, count: number, limit: number): string[] {
  const texts = Array.isArray(value) ? value.map((item) => readText(item, limit)) : [];
  return [...new Set(texts.filter(Boolean))].slice(0, count);
}

/**
 * Returns at most `count` distinct tags in lower case, without # and commas.
 * @example readTags(["#Coffee", "coffee", "cold brew"], 5); // ["coffee", "cold brew"]
 */
export function readTags(value: unknown, count: number, limit = 40): string[] {
  const clean = (tag: unknown) =>
    typeof tag === "string"
      ? tag
          .replace(/^[\s#]+/, "")
          .replace(/[,;]/g, " ")
          .toLowerCase()
      : tag;
  return readTexts(Array.isArray(value) ? value.map(clean) : value, count, limit);
}
