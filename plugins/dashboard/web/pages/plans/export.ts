import type { ContentPlan, ContentPlanItem } from "vireo/client";
import { platforms } from "../../ui/platform";

/** What a video's prompt may have at most. */
const LONGEST_PROMPT = 5000;

/** What stands under a post. */
export const buildCaption = ({ caption, hashtags }: ContentPlanItem): string =>
  [caption, hashtags.map((tag) => `#${tag}`).join(" ")].filter(Boolean).join("\n\n");

/** Where the item becomes a video: its hook, its script and its shots as one prompt. */
export function createAddress({ hook, script, shots }: ContentPlanItem): string {
  const shown = shots.map((shot, at) => `${at + 1}. ${shot}`).join("\n");
  const prompt = [`Hook: ${hook}`, `Script:\n${script}`, `Shots:\n${shown}`].join("\n\n").slice(0, LONGEST_PROMPT);
  return `/create?${new URLSearchParams({ kind: "video", aspectRatio: "9:16", prompt })}`;
}

export const calendarAddress = (planId: string, at: number): string => `/calendar?plan=${planId}&item=${at}`;

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

/** A cell of RFC 4180. Spreadsheets run what begins like a formula: such a text is marked as one. */
const cell = (text: string) => `"${text.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`;

/** The plan as a table for spreadsheets. The mark at its beginning tells Excel that it is UTF-8. */
export const toCsv = ({ items }: ContentPlan): string =>
  `\uFEFF${[columns.map(([name]) => name), ...items.map((item) => columns.map(([, read]) => read(item)))]
    .map((row) => row.map(cell).join(","))
    .join("\r\n")}\r\n`;

/** Hands a text to the browser as a file. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  // Browsers read it after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
