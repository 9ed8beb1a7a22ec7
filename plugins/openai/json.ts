/** Braces that are tried as the object's beginning. */
const TRIES = 50;

/** The JSON object in a model's answer, which may think aloud before it or wrap it in a code block; undefined without one. */
export function jsonIn(text: string): unknown {
  const said = text.replace(/^[\s\S]*<\/think>/, "");
  let from = said.indexOf("{");
  for (let tries = 1; tries <= TRIES && from >= 0; tries++, from = said.indexOf("{", from + 1)) {
    const to = endOf(said, from);
    if (to === undefined) return undefined;
    try {
      return JSON.parse(said.slice(from, to));
    } catch {
      // A brace of its words; the next one may begin the object.
    }
  }
  return undefined;
}

/** Where the object that begins at `from` ends; undefined where it does not. */
function endOf(text: string, from: number): number | undefined {
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
