/** Removes the syntax of JSON, HTML and Markdown from a prompt, and maps each character to its place in the prompt. */
import { decodeHTML } from "entities";

/** A text made from a prompt. `places[i]` is the index in the prompt of its character `i`. */
export interface Cleaned {
  text: string;
  places: Uint32Array;
}

/** Replaces matches. A replacement gets the place of the beginning of its match. */
function replace(source: Cleaned, pattern: RegExp, toText: (match: RegExpExecArray) => string | Kept): Cleaned {
  const { text, places } = source;
  const matches = [...text.matchAll(pattern)];
  if (matches.length === 0) return source;
  const parts: string[] = [];
  const next: number[] = [];
  let at = 0;
  const keep = (from: number, to: number) => {
    parts.push(text.slice(from, to));
    for (let i = from; i < to; i++) next.push(places[i]!);
  };
  for (const match of matches) {
    keep(at, match.index);
    at = match.index + match[0].length;
    const result = toText(match);
    if (typeof result === "string") {
      parts.push(result);
      for (let i = 0; i < result.length; i++) next.push(places[match.index] ?? 0);
    } else {
      const from = match.index + match[0].indexOf(result.keep);
      keep(from, from + result.keep.length);
      const { after = "" } = result;
      parts.push(after);
      for (let i = 0; i < after.length; i++) next.push(places[at - 1]!);
    }
  }
  keep(at, text.length);
  return { text: parts.join(""), places: Uint32Array.from(next) };
}

/** A part of the match that keeps its place, and text to add behind it. */
interface Kept {
  keep: string;
  after?: string;
}

const htmlTag =
  /<\/?(?:a|abbr|article|b|blockquote|body|br|div|em|footer|h[1-6]|head|header|hr|html|i|img|li|main|meta|ol|p|section|small|span|strong|sub|sup|table|tbody|td|th|thead|title|tr|u|ul)(?:\s[^<>]{0,600})?\s?\/?>/giu;
const blockTag = /^<\/?(?:article|blockquote|br|div|footer|h[1-6]|header|hr|main|ol|p|section|table|tr|ul|title)\b/iu;

function cleanHtml(source: Cleaned): Cleaned {
  if (source.text.search(htmlTag) < 0) return source;
  const bare = replace(
    source,
    /<!--[\s\S]{0,20000}?-->|<(script|style)\b[\s\S]{0,20000}?<\/\1>|<!doctype[^>]{0,100}>/giu,
    () => "",
  );
  const plain = replace(bare, htmlTag, ([tag]) =>
    /^<li\b/iu.test(tag) ? "\n- " : /^<\/(?:td|th)\b/iu.test(tag) ? " · " : blockTag.test(tag) ? "\n" : "",
  );
  return replace(plain, /&#?\w{1,31};/gu, ([reference]) => decodeHTML(reference));
}

function cleanMarkdown(source: Cleaned): Cleaned {
  let result = replace(source, /^[ ]*(?:-{3,}|={3,}|\*{3,}|_{3,}|```\w*)[ ]*$|^[ ]*#{1,6} +|^[ ]*> ?/gmu, () => "");
  result = replace(result, /!\[([^\]\n]{0,200})\]\([^)\s]{1,600}\)/gu, () => "");
  result = replace(
    result,
    /\[([^\]\n]{1,200})\]\((?:https?:\/\/|www\.|mailto:|tel:)?([^)\s]{1,600})\)/gu,
    ([, text, target]) => ({
      keep: text!,
      after: text!.includes(target!.replace(/\/$/, "")) ? "" : ` ${target}`,
    }),
  );
  return replace(
    result,
    /\*\*(?=\S)([^*\n]{1,400}?)\*\*|__(?=\S)([^_\n]{1,400}?)__|(?<![\w*])\*(?=[^\s*])([^*\n]{1,200}?[^\s*])\*(?![\w*])|`([^`\n]{1,200})`/gu,
    (match) => ({
      keep: match[1] ?? match[2] ?? match[3] ?? match[4]!,
    }),
  );
}

const jsonToken = /"((?:[^"\\]|\\.){0,20000})"(\s*:)?|[{}[\],\s]+|[^\s{}[\],"]+/gu;

/** Writes an object as labels and values, one per line. */
function cleanJson(source: Cleaned): Cleaned {
  if (!/^\s*[{[]/u.test(source.text)) return source;
  try {
    JSON.parse(source.text);
  } catch {
    return source;
  }
  return replace(source, jsonToken, ([token, string, colon]) => {
    if (string === undefined)
      return /^[{}[\],\s]/u.test(token) ? (token.includes(",") || token.includes("[") ? "\n" : "") : token;
    if (colon !== undefined) return `\n${string.replace(/[_-]/g, " ").replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")}: `;
    const plain = string.includes("\\") ? (JSON.parse(`"${string}"`) as string) : string;
    return plain === string ? { keep: string } : plain;
  });
}

/** Marks at the start of a line that are bullets in some scripts and programs. The mark comes first, so runs of spaces stay fast. */
const rareBullet = /[・･■□▪◆◇◦○◎►▸▹➤➢❖✦✧☞](?<=(?:^|\n[ ]*).)(?=[ ]?[^\s・･■□▪◆◇◦○◎►▸▹➤➢❖✦✧☞])/gu;

/** Emoticons, whose marks would end sentences. "(10 to 8)" and "<3 years" contain none. */
const emoticon = / (?:[:;=]['’]?-?[)(DPpO/|*]+|[xX]D+|\^\^)(?=\s|[.,!?]|$)/gu;

/** Returns the text of a prompt without syntax, with plain spaces, line ends and bullets. */
export function cleanPrompt(prompt: string): Cleaned {
  let result: Cleaned = { text: prompt, places: Uint32Array.from({ length: prompt.length }, (_, at) => at) };
  if (!prompt.isWellFormed()) result = replace(result, /[\ud800-\udfff]/g, () => "\ufffd");
  if (prompt !== prompt.normalize("NFC"))
    result = replace(result, /\P{M}\p{M}+|[\u1100-\u11ff]+/gu, ([match]) => match.normalize("NFC"));
  result = replace(
    result,
    /\r\n?|[\u200b\u2060\ufeff\u200e\u200f\u202a-\u202e\u2066-\u2069]|[\t\u00a0\u202f\u2007\u3000]|[\ue000-\uf8ff]/gu,
    ([match]) => (match.startsWith("\r") ? "\n" : /[\t\u00a0\u202f\u2007\u3000]/u.test(match) ? " " : ""),
  );
  result = replace(result, rareBullet, () => "•");
  result = replace(result, emoticon, () => "");
  const json = cleanJson(result);
  return json === result ? cleanMarkdown(cleanHtml(result)) : json;
}
