import type { ScrapedVideo } from "vireo/slots/scrape";

/** Words of a query that are ignored. */
const STOP_WORDS = new Set(
  "a an the and or of for with in on at to is are my your our how what why best top video videos tiktok tiktoks about ideas idea".split(
    " ",
  ),
);
const toWords = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu) ?? []).map((word) => word.replace(/['’]/g, ""));

/** Similarity of two words: `bake` matches `baking`, and `meal` matches the hashtag `mealprep`. */
function compare(queried: string, word: string): number {
  if (queried === word) return 1;
  const [short, long] = queried.length < word.length ? [queried, word] : [word, queried];
  if (short.length < 4) return 0;
  const stem = short.slice(0, Math.max(4, short.length - 2));
  if (long.startsWith(stem) && long.length - stem.length <= 4) return 0.8;
  return long.includes(short) ? 0.4 : 0;
}

const order = (a: ScrapedVideo, b: ScrapedVideo) => b.stats.views - a.stats.views || (a.id < b.id ? -1 : 1);

/** Videos with exactly this hashtag, the most viewed first. */
export function findByHashtag(videos: readonly ScrapedVideo[], query: string): ScrapedVideo[] {
  const tag = query.trim().replace(/^#/, "").toLowerCase();
  return videos.filter(({ hashtags }) => hashtags.some((one) => one.toLowerCase() === tag)).toSorted(order);
}

/** Videos that share words with a query, those with its rarer words first. */
export function rank(videos: readonly ScrapedVideo[], query: string): ScrapedVideo[] {
  const all = [...new Set(toWords(query))];
  const significant = all.filter((word) => !STOP_WORDS.has(word));
  const queried = significant.length > 0 ? significant : all;
  const texts = videos.map(({ description, hashtags, author }) => [
    ...new Set([
      ...toWords(description),
      ...hashtags.map((tag) => tag.toLowerCase()),
      ...toWords(author.replace(/[_.]/g, " ")),
    ]),
  ]);
  const hits = queried.map((word) => texts.map((text) => Math.max(0, ...text.map((other) => compare(word, other)))));
  const rarity = hits.map((found) => Math.log(1 + videos.length / (1 + found.filter(Boolean).length)));
  return videos
    .map((video, at) => ({ video, score: hits.reduce((sum, found, word) => sum + found[at]! * rarity[word]!, 0) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || order(a.video, b.video))
    .map(({ video }) => video);
}
