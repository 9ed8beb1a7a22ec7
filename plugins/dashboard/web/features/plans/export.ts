import type { ContentPlan, ContentPlanItem } from "vireo/client";
import { platforms } from "../../ui/platform";

/** Limit of a video's prompt. */
const MAX_PROMPT = 5000;

/** Caption and hashtags, as they appear in a post. */
export const buildCaption = ({ caption, hashtags }: Pick<ContentPlanItem, "caption" | "hashtags">): string =>
  [caption, hashtags.map((tag) => `#${tag}`).join(" ")].filter(Boolean).join("\n\n");

/** The create page with the item's hook, script and shots as the prompt. */
export function getCreateUrl({ hook, script, shots }: ContentPlanItem): string {
  const list = shots.map((shot, index) => `${index + 1}. ${shot}`).join("\n");
  const prompt = [`Hook: ${hook}`, `Script:\n${script}`, `Shots:\n${list}`].join("\n\n").slice(0, MAX_PROMPT);
  return `/create?${new URLSearchParams({ kind: "video", aspectRatio: "9:16", prompt })}`;
}

export const getCalendarUrl = (planId: string, index: number): string => `/calendar?plan=${planId}&item=${index}`;

const columns: readonly (readonly [name: string, read: (item: ContentPlanItem) => string])[] = [
  ["Day", ({ day }) => String(day)],
  ["Platform", ({ platform }) => platforms[platform]],
  ["Title", ({ title }) => title],
  ["Hook", ({ hook }) => hook],
  ["Concept", ({ concept }) => concept],
  ["Script", ({ script }) => script],
  ["Shots", ({ shots }) => shots.join("\n")],
  ["Caption", ({ caption }) => caption],
  ["Hashtags", ({ hashtags }) => hashtags.map((tag) => `#${tag}`).join(" ")],
  ["Call to action", ({ cta }) => cta],
  ["Inspired by", ({ inspiredBy }) => inspiredBy.join(" ")],
];

/** A CSV field (RFC 4180). Escapes text that a spreadsheet would run as a formula. */
const toField = (text: string) => `"${text.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`;

/** The plan as CSV. Starts with a byte order mark, so Excel reads it as UTF-8. */
export const toCsv = ({ items }: ContentPlan): string =>
  `\uFEFF${[columns.map(([name]) => name), ...items.map((item) => columns.map(([, read]) => read(item)))]
    .map((row) => row.map(toField).join(","))
    .join("\r\n")}\r\n`;

/** Saves a text as a file. */
export function downloadFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  // The browser reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
