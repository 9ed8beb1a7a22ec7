import type { ContentPlanItem } from "vireo/client";
import type { CsvColumns } from "../../ui/csv";
import { getPlatformName } from "../../ui/platform";

/** Limit of a video's prompt. */
const MAX_PROMPT = 5000;

/** Joins caption and hashtags as in a post. */
export const buildCaption = ({ caption, hashtags }: Pick<ContentPlanItem, "caption" | "hashtags">): string =>
  [caption, hashtags.map((tag) => `#${tag}`).join(" ")].filter(Boolean).join("\n\n");

/** Returns the URL of the create page, with the item's hook, script and shots as the prompt. */
export function getCreateUrl({ hook, script, shots }: ContentPlanItem): string {
  const list = shots.map((shot, index) => `${index + 1}. ${shot}`).join("\n");
  const prompt = [`Hook: ${hook}`, `Script:\n${script}`, `Shots:\n${list}`].join("\n\n").slice(0, MAX_PROMPT);
  return `/create?${new URLSearchParams({ kind: "video", aspectRatio: "9:16", prompt })}`;
}

export const getCalendarUrl = (planId: string, index: number): string => `/calendar?plan=${planId}&item=${index}`;

export const planColumns: CsvColumns<ContentPlanItem> = [
  ["Day", ({ day }) => String(day)],
  ["Platform", ({ platform }) => getPlatformName(platform)],
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
