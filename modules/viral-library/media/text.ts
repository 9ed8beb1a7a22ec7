import { extractHashtags } from "vireo/scrape";
import type { KnownMedia } from "./store";

/** Maximum number of characters. Prompts and scripts may be long, but name their subject early. */
const LONGEST = 2000;

interface SceneText {
  text?: unknown;
  subtext?: unknown;
}

/** `beach-sunset_2024.jpg` → `beach sunset 2024`. */
const toFileWords = (name: string): string => name.replace(/\.\w{2,5}$/, "").replace(/[-_.+]+/g, " ");

/**
 * Returns the searchable text of a media item: its name and tags, its prompt, the texts of its scenes, and analysis
 * results.
 */
export function toMediaText({ kind, is_uploaded, title, label, tags, request, facts, analysis }: KnownMedia): string {
  const shown = facts.scenes ?? request.scenes;
  const scenes: SceneText[] = Array.isArray(shown) ? shown : [];
  const parts = [
    label,
    ...tags,
    kind === "upload" || is_uploaded ? toFileWords(title) : title,
    facts.title,
    request.script,
    ...scenes.flatMap(({ text, subtext }) => [text, subtext]),
    ...(analysis ? [analysis.hook, analysis.summary, ...analysis.tags] : []),
  ];
  const texts = parts.filter((part): part is string => typeof part === "string" && part !== "");
  return [...new Set(texts)].join(" ").replace(/\s+/g, " ").trim().slice(0, LONGEST);
}

export const toMediaHashtags = (media: KnownMedia): string[] => [
  ...new Set(extractHashtags(toMediaText(media)).map((tag) => tag.toLowerCase())),
];
