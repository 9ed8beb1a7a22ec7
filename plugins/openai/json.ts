/** Maximum number of braces that are tried as the start of the object. */
const MAX_TRIES = 50;

/** Finds the JSON object in a model's response, after its thoughts or inside a code block. */
export function findJson(text: string): unknown {
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
