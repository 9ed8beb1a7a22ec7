/** Replaces the placeholders of a parsed body. Values are inserted once, as data: a `{{name}}` in a value stays as it is. */
import { invalid } from "vireo/errors";
import type { TemplateTarget } from "vireo/templates";

export type Value = string | number | boolean | null;
export type Json = string | number | boolean | null | undefined | Json[] | { [name: string]: Json };

/** `{{headline}}`, also with spaces inside. */
const PLACEHOLDER = /\{\{\s*([A-Za-z][A-Za-z0-9]{0,39})\s*\}\}/g;
const WHOLE = new RegExp(`^${PLACEHOLDER.source}$`);
/** Maximum length of all texts of a filled body, in characters. */
const MAX_LENGTH = 262_144;

/** What a hidden field leaves behind. */
const HIDDEN = Symbol("hidden");
type Filled = Json | typeof HIDDEN;

interface Filling {
  values: ReadonlyMap<string, Value>;
  content: TemplateTarget["content"];
  length: number;
}

export interface FilledJson {
  body: Record<string, Json>;
  /** Names of the fields in each filled text, by its path: `scenes.0.text`. */
  sources: Map<string, string[]>;
}

/** Fills a body. A field without a value is hidden. Throws `validation_error` if the result is too large. */
export function fillJson(
  body: Readonly<Record<string, Json>>,
  values: ReadonlyMap<string, Value>,
  content: TemplateTarget["content"] = {},
): FilledJson {
  const sources = new Map<string, string[]>();
  const filling = { values, content, length: 0 };
  const filled = fillMembers(body, "", sources, filling).members;
  return { body: Object.fromEntries(filled) as Record<string, Json>, sources };
}

function fill(value: Json, path: string, list: string, sources: FilledJson["sources"], filling: Filling): Filled {
  if (typeof value === "string") return fillText(value, path, sources, filling);
  if (Array.isArray(value)) {
    const items: Json[] = [];
    for (const item of value) {
      const own: FilledJson["sources"] = new Map();
      const filled = fill(item, `${path}.${items.length}`, list, own, filling);
      if (filled === HIDDEN) continue;
      items.push(filled);
      for (const [place, names] of own) sources.set(place, names);
    }
    return items;
  }
  if (typeof value !== "object" || value === null) return value;
  const { members, hidden } = fillMembers(value, `${path}.`, sources, filling);
  if (hidden.size === 0) return value === undefined ? value : Object.fromEntries(members);
  const shown = new Set(members.map(([name]) => name));
  const holders = filling.content[list]?.(value) ?? Object.keys(value);
  const isEmpty = holders.some((name) => hidden.has(name)) && !holders.some((name) => shown.has(name));
  return isEmpty ? HIDDEN : Object.fromEntries(members);
}

function fillMembers(
  value: Readonly<Record<string, Json>>,
  prefix: string,
  sources: FilledJson["sources"],
  filling: Filling,
) {
  const members: [string, Json][] = [];
  const hidden = new Set<string>();
  for (const [name, member] of Object.entries(value)) {
    const filled = fill(member, `${prefix}${name}`, name, sources, filling);
    if (filled === HIDDEN) hidden.add(name);
    else members.push([name, filled]);
  }
  return { members, hidden };
}

function fillText(text: string, path: string, sources: FilledJson["sources"], filling: Filling): Filled {
  const names = listNames(text);
  if (names.length === 0) return count(text, filling);
  sources.set(path, names);
  if (WHOLE.test(text)) {
    const value = filling.values.get(names[0]!) ?? null;
    return value === null ? HIDDEN : typeof value === "string" ? count(value, filling) : value;
  }
  const lines = text.split("\n").flatMap((line) => fillLine(line, filling) ?? []);
  return lines.length === 0 ? HIDDEN : count(lines.join("\n"), filling);
}

function count(text: string, filling: Filling): string {
  filling.length += text.length;
  if (filling.length > MAX_LENGTH)
    throw invalid("fields", `The filled template may have at most ${MAX_LENGTH} characters.`);
  return text;
}

/** What joins two parts of a line, with the spaces around it. */
const SEPARATORS = new Set(",;:·|•–—/&+-");
const cutEnd = (text: string): string => {
  const end = text.trimEnd();
  return SEPARATORS.has(end.at(-1) ?? "") ? end.slice(0, -1).trimEnd() : end;
};
const cutStart = (text: string): string => {
  const start = text.trimStart();
  return SEPARATORS.has(start[0] ?? "") ? start.slice(1).trimStart() : start;
};

/**
 * Fills a line. A hidden field leaves together with what joins it to the part before; a line whose fields are all hidden
 * is undefined.
 */
function fillLine(line: string, { values }: Filling): string | undefined {
  const names = listNames(line);
  if (names.length === 0) return line;
  if (names.every((name) => (values.get(name) ?? null) === null)) return undefined;
  // Text and names in turn.
  const parts = line.split(PLACEHOLDER);
  let result = "";
  let hides = false;
  for (const [i, part] of parts.entries()) {
    const value = i % 2 === 0 ? part : (values.get(part) ?? null);
    if (value === null) {
      result = cutEnd(result);
      hides = true;
    } else result += hides && result === "" && i % 2 === 0 ? cutStart(part) : value;
  }
  return hides ? result.replace(/ ?\( *\)/g, "").trim() : result;
}

/** Lists the names in the placeholders of a text, each once. */
export const listNames = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name!)),
];

/** Finds texts of a body, with their paths. */
export function* listTexts(value: Json, path = ""): Generator<[path: string, text: string]> {
  if (typeof value === "string") yield [path, value];
  else if (typeof value === "object" && value !== null)
    for (const [name, member] of Object.entries(value)) yield* listTexts(member, path ? `${path}.${name}` : name);
}

/** True if something that looks like a placeholder is none. */
export const hasBrokenPlaceholder = (text: string): boolean => text.replace(PLACEHOLDER, "").includes("{{");
