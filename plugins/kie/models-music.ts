import type { Problems } from "vireo/hosted/review";
import type { MusicRequest } from "vireo/slots/music";
import type { KieModel } from "./model";

/** Suno chooses the duration itself, up to this limit. */
const upTo = (minutes: number) => ({ min: 1, max: minutes * 60, default: Math.min(minutes * 60, 180) });
const suno = { kind: "music", dialect: "suno", hasTitle: true } as const;
const large = { ...suno, duration: upTo(8), maxPrompt: 5_000, maxStyle: 1_000 };
const small = { ...suno, duration: upTo(4), maxPrompt: 3_000, maxStyle: 200 };

/** Model ids of the music API, which are Suno's own. */
export const musicModels: readonly KieModel[] = [
  { ...large, id: "V5", title: "Suno V5" },
  { ...large, id: "V5_5", title: "Suno V5.5" },
  { ...large, id: "V4_5PLUS", title: "Suno V4.5+" },
  { ...large, id: "V4_5ALL", title: "Suno V4.5 all" },
  { ...large, id: "V4_5", title: "Suno V4.5" },
  { ...small, id: "V4", title: "Suno V4" },
  // Missing from kie.ai's list of that day.
  { ...small, id: "V3_5", title: "Suno V3.5", retiredAt: "2026-08-19" },
];

const MAX_TITLE = 80;

/** Suno's limits in custom mode. */
export function reviewMusic({ maxStyle }: KieModel, { title, style }: MusicRequest): Problems {
  if (!title || !style) return {};
  const problems: Problems = {};
  if (title.length > MAX_TITLE) problems.title = `Suno accepts at most ${MAX_TITLE} characters.`;
  if (maxStyle && style.length > maxStyle) problems.style = `This model accepts at most ${maxStyle} characters.`;
  return problems;
}
