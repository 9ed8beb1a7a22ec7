import type { ScrapedVideo } from "vireo/slots/scrape";

/** Words of a question that no video is found by. */
const EMPTY = new Set(
  "a an the and or of for with in on at to is are my your our how what why best top video videos tiktok tiktoks about ideas idea".split(
    " ",
  ),
);
const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu) ?? []).map((word) => word.replace(/['’]/g, ""));

/** `bake`, `bakes` and `baking` agree; so do `mealprep` and the `meal` and `prep` of a hashtag. */
function agree(asked: string, word: string): number {
  if (asked === word) return 1;
  const [short, long] = asked.length < word.length ? [asked, word] : [word, asked];
  if (short.length < 4) return 0;
  const stem = short.slice(0, Math.max(4, short.length - 2));
  if (long.startsWith(stem) && long.length - stem.length <= 4) return 0.8;
  return long.includes(short) ? 0.4 : 0;
}

const order = (a: ScrapedVideo, b: ScrapedVideo) => b.stats.views - a.stats.views || (a.id < b.id ? -1 : 1);

/** Videos that carry exactly this hashtag, with or without its #; the most viewed first. */
export function withHashtag(videos: readonly ScrapedVideo[], query: string): ScrapedVideo[] {
  const tag = query.trim().replace(/^#/, "").toLowerCase();
  return videos.filter(({ hashtags }) => hashtags.some((one) => one.toLowerCase() === tag)).toSorted(order);
}

/** Videos that share words with a question, those with most of its rarer words first. */
export function rank(videos: readonly ScrapedVideo[], query: string): ScrapedVideo[] {
  const all = [...new Set(wordsOf(query))];
  const told = all.filter((word) => !EMPTY.has(word));
  const asked = told.length > 0 ? told : all;
  const texts = videos.map(({ description, hashtags, author }) => [
    ...new Set([
      ...wordsOf(description),
      ...hashtags.map((tag) => tag.toLowerCase()),
      ...wordsOf(author.replace(/[_.]/g, " ")),
    ]),
  ]);
  const hits = asked.map((word) => texts.map((text) => Math.max(0, ...text.map((other) => agree(word, other)))));
  const rarity = hits.map((found) => Math.log(1 + videos.length / (1 + found.filter(Boolean).length)));
  return videos
    .map((video, at) => ({ video, score: hits.reduce((sum, found, word) => sum + found[at]! * rarity[word]!, 0) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || order(a.video, b.video))
    .map(({ video }) => video);
}
