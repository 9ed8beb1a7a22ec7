/** Limits of captions that platforms count in their own way. The schema limits all of them to 2200 characters. */
import { type Platform, platformTitles } from "vireo/slots/social";

interface TextLimit {
  platform: Platform;
  max: number;
  /** What is counted, to complete "accepts at most 30 …". */
  unit: string;
  count(text: string): number;
}

const HASHTAG = /(?<![\p{L}\p{M}\p{N}_&/#])#[\p{L}\p{M}\p{N}_]+/gu;
const MENTION = /(?<![\p{L}\p{M}\p{N}_.@/])@[A-Za-z0-9_](?:[A-Za-z0-9_.]*[A-Za-z0-9_])?/gu;
const countMatches = (pattern: RegExp) => (text: string) => text.match(pattern)?.length ?? 0;

const LIMITS: readonly TextLimit[] = [
  // https://developers.tiktok.com/doc/content-posting-api-reference-direct-post: "2200 in UTF-16 runes"
  { platform: "tiktok", max: 2200, unit: "UTF-16 units (most emoji count as two)", count: (text) => text.length },
  // https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media
  { platform: "instagram", max: 30, unit: "hashtags", count: countMatches(HASHTAG) },
  { platform: "instagram", max: 20, unit: "mentions", count: countMatches(MENTION) },
  // https://developers.google.com/youtube/v3/docs/videos#snippet.description
  {
    platform: "youtube",
    max: 5000,
    unit: "bytes (letters outside of English take two to four)",
    // As it is sent: YouTube refuses angle brackets.
    count: (text) => Buffer.byteLength(text.replace(/[<>]/g, "").trim()),
  },
];

/** Lists why a platform would refuse a caption. */
export const findTextFaults = (platform: Platform, text: string): string[] =>
  LIMITS.flatMap((limit) => {
    const count = limit.platform === platform ? limit.count(text) : 0;
    if (count <= limit.max) return [];
    return `${platformTitles[platform]} accepts at most ${limit.max} ${limit.unit} in a caption; this one has ${count}.`;
  });
