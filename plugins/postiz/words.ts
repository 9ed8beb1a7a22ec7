const MOST = 300;
const WHOSE = ["provider", "name"];
/** Where Postiz puts what it has to say; the first that holds something is the most telling one. */
const SAID = ["msg", "message", "errors", "error"];

function textOf(value: unknown, depth: number): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null || depth === 0) return "";
  const list = (items: readonly unknown[]) => items.map((item) => textOf(item, depth - 1)).filter(Boolean);
  if (Array.isArray(value)) return list(value.slice(0, 5)).join("; ");
  const fields = value as Record<string, unknown>;
  const said = list(SAID.map((name) => fields[name]))[0];
  return said ? [...list(WHOSE.map((name) => fields[name])), said].join(": ") : "";
}

/** What an error of Postiz says, on one line, without the secret. */
export function wordsOf(json: unknown, secret: string): string {
  const text = textOf(json, 4)
    .replaceAll(secret, "[hidden]")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return text.length > MOST ? `${text.slice(0, MOST).trimEnd()}…` : text;
}
