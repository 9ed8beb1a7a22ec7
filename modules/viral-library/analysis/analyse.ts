import type { Analysis } from "../schema";
import { extractHashtags, isMeaningful, tokenize } from "../search/tokens";
import type { VideoRow } from "../videos/store";
import { isSample, writeSampleAnalysis } from "./sample";

/** Analyses a video. Undefined if there is nothing to say. */
/** `at`: milliseconds since the epoch. */
export type Analyse = (video: VideoRow, at: number) => Promise<Analysis | undefined>;

interface Technique {
  name: string;
  test: RegExp;
  /** What to copy from it. */
  copy: string;
  /** The same opening for another subject. */
  next: (subject: string) => string;
}

/** Openings that can be recognised in a caption. The first match counts. */
const techniques: readonly Technique[] = [
  {
    name: "a point of view",
    test: /^\s*pov\b/i,
    copy: "Opens as a point of view, so that viewers see themselves in it",
    next: (subject) => `POV: you finally understand ${subject}`,
  },
  {
    name: "a warning",
    test: /^\W*stop\b|\bstop (?:\w+ing|this|that|your)\b|\b(?:don['’]?t|never|avoid|mistakes?|wrong|warning)\b/i,
    copy: "Opens with a warning against something common",
    next: (subject) => `Stop doing this with ${subject}`,
  },
  {
    name: "a numbered list",
    test: /^\W*(?:top\s+)?\d+\s+\p{L}+/iu,
    copy: "Promises a countable list",
    next: (subject) => `3 things nobody tells you about ${subject}`,
  },
  {
    name: "a question",
    test: /\?/,
    copy: "Opens with a question that the video answers",
    next: (subject) => `What would you change about ${subject}?`,
  },
  {
    name: "a how-to",
    test: /\b(how to|here['’]?s how|step by step|tutorial|recipe|hack|tips?)\b/i,
    copy: "Teaches one thing from start to end",
    next: (subject) => `How to start with ${subject} in one minute`,
  },
  {
    name: "a test or challenge",
    test: /\b(tried|testing|test|challenge|for \d+ days?|day \d+)\b/i,
    copy: "Tries something out in front of the viewer",
    next: (subject) => `I tried ${subject} for a week. Here is what happened`,
  },
  {
    name: "a story",
    test: /\b(story ?time|when (?:i|my|you|your)|the day|i (?:was|quit|found|got|spent))\b/i,
    copy: "Tells a personal story",
    next: (subject) => `The day ${subject} changed everything`,
  },
];
const statement: Omit<Technique, "test"> = {
  name: "a statement",
  copy: "Says its point in the first sentence",
  next: (subject) => `Nobody talks about this side of ${subject}`,
};

const RATES: readonly [Exclude<keyof VideoRow["stats"], "views">, number, string][] = [
  ["saves", 0.02, "a save"],
  ["shares", 0.01, "a share"],
  ["comments", 0.01, "a comment"],
  ["likes", 0.1, "a like"],
];
const TAGS = 12;

/** Reasons that the numbers give: high shares of views that led to a reaction. */
function explainPerformance({ stats, duration }: VideoRow): string[] {
  if (stats.views < 1000) return [];
  const out = RATES.filter(([field, high]) => stats[field] / stats.views >= high).map(
    ([field, , act]) => `${((100 * stats[field]) / stats.views).toFixed(1)}% of its views led to ${act}`,
  );
  if (duration && duration <= 20 && stats.views >= 100_000) out.push(`Short: ${Math.round(duration)} seconds`);
  return out;
}

/**
 * Analyses the caption and the numbers, not the video itself (`basis: "caption"`): no keyframes, and only reasons that the
 * numbers give. Undefined without a caption. Samples, which were never filmed, have written scenes.
 */
export const analyseCaption: Analyse = async (video, at) => {
  const caption = video.description
    .replace(/#[\p{L}\p{N}\p{M}_]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  // What a post of the account opens with is known; of others the caption tells.
  const sentence = video.source?.opening ?? caption.match(/^.+?(?:[.!?…]+(?=\s|$)|\n|$)/u)?.[0].trim() ?? "";
  const keywords = tokenize(caption).filter((word) => isMeaningful(word) && !/^\d+$/.test(word));
  const hashtags = [
    ...new Set([...video.hashtags, ...extractHashtags(video.description)].map((tag) => tag.toLowerCase())),
  ];
  const tags = [...new Set([...hashtags.filter(isMeaningful), ...keywords])].slice(0, TAGS);
  if (tags.length === 0) return undefined;

  const technique = techniques.find(({ test }) => test.test(sentence)) ?? statement;
  const subject = hashtags.find(isMeaningful) ?? keywords[0] ?? "";
  const length = video.duration ? `${Math.round(video.duration)}-second video` : "Video";
  const analysis: Analysis = {
    hook: sentence || tags.join(", "),
    summary: `${length} by @${video.username}: ${caption || tags.join(", ")}`.slice(0, 500),
    whyItPerformed: explainPerformance(video),
    attributesToCopy: sentence ? [technique.copy] : [],
    hooksToTest: subject ? [technique.next(subject)] : [],
    keyframes: [],
    durationSeconds: video.duration ?? 0,
    tags,
    analyzedAt: at,
    basis: "caption",
  };
  return isSample(video) ? writeSampleAnalysis(video, technique.name, analysis) : analysis;
};
