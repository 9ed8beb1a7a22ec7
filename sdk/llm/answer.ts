/** Reads of a language model's JSON: what is missing where it must not be is Wrong, what is too much is left out. */

/** What is wrong with an answer, said to the model. */
export class Wrong extends Error {
  override readonly name = "Wrong";
}

/** An answer that was not what was asked for, and what to say to the model of it. */
export interface Mend {
  said: string;
  words: string;
}

/** Asks, and once more where the answer is Wrong. Throws Wrong where the second one is, too. */
export async function askTwice<Answer>(
  ask: (mend?: Mend) => Promise<string>,
  read: (said: string) => Answer,
): Promise<Answer> {
  const said = await ask();
  try {
    return read(said);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    const words = `This is not what was asked for: ${error.message} Answer again, with the whole JSON object and nothing else.`;
    return read(await ask({ said, words }));
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function objectOf(value: unknown, where: string): Record<string, unknown> {
  if (!isObject(value)) throw new Wrong(`${where} is no object.`);
  return value;
}

export function listOf(value: unknown, where: string): unknown[] {
  if (!Array.isArray(value)) throw new Wrong(`${where} is no list.`);
  return value;
}

/** Text of `most` characters at most, cut at a word; empty where there is none. */
export function textOf(value: unknown, most: number): string {
  if (typeof value !== "string") return "";
  const characters = [...value.trim()];
  if (characters.length <= most) return characters.join("");
  const cut = characters.slice(0, most - 1).join("");
  return `${/\s/.test(cut) ? cut.replace(/\s+\S*$/, "") : cut}…`;
}

export function someText(value: unknown, most: number, where: string): string {
  const text = textOf(value, most);
  if (text === "") throw new Wrong(`${where} is empty.`);
  return text;
}

/** Texts without empty and repeated ones, `most` at most. */
export function textsOf(value: unknown, most: number, length: number): string[] {
  const all = Array.isArray(value) ? value.map((one) => textOf(one, length)) : [];
  return [...new Set(all.filter(Boolean))].slice(0, most);
}

/** Words for tags: in small letters, without # and commas. */
export const tagsOf = (value: unknown, most: number, length = 40) =>
  textsOf(
    Array.isArray(value)
      ? value.map((one) =>
          typeof one === "string"
            ? one
                .replace(/^[\s#]+/, "")
                .replace(/[,;]/g, " ")
                .toLowerCase()
            : one,
        )
      : value,
    most,
    length,
  );
