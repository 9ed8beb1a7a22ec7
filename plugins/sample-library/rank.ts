import type { ScrapedVideo } from "vireo/slots/scrape";
import { STOP_WORDS, tokenize } from "vireo/text";

/** Words of a query that match too much. */
const FILLERS = new Set([...STOP_WORDS, ..."best top tiktoks ideas idea".split(" ")]);

/** Returns the similarity of two words: `bake` matches `baking`, and `meal` matches the hashtag `mealprep`. */
function compare(queried: string, word: string): number {
  if (queried === word) return 1;
  const [short, long] = queried.length < word.length ? [queried, word] : [word, queried];
  if (short.length < 4) return 0;
  const stem = short.slice(0, Math.max(4, short.length - 2));
  if (long.startsWith(stem) && long.length - stem.length <= 4) return 0.8;
  return long.includes(short) ? 0.4 : 0;
}

const order = (a: ScrapedVideo, b: ScrapedVideo) => b.stats.views - a.stats.views || (a.id < b.id ? -1 : 1);

/** Minimum length of a tag that is matched inside other tags. */
const LEAST = 4;

/**
 * Finds videos with this hashtag, most viewed first, then those with a tag that contains it, and those about it,
 * because samples about `#fitness` and `#skincare` rarely use these tags.
 */
export function findByHashtag(videos: readonly ScrapedVideo[], query: string): ScrapedVideo[] {
  const tag = query.trim().replace(/^#/, "").toLowerCase();
  const rate = ({ hashtags }: ScrapedVideo) =>
    Math.max(0, ...hashtags.map((hashtag) => compareTags(tag, hashtag.toLowerCase())));
  const rated = videos.map((video) => ({ video, score: rate(video) })).filter(({ score }) => score > 0);
  const matches = rated.toSorted((a, b) => b.score - a.score || order(a.video, b.video)).map(({ video }) => video);
  const about = EVERYTHING.has(tag) ? videos.toSorted(order) : rank(videos, [tag, RELATED[tag] ?? ""].join(" "));
  return [...new Set([...matches, ...about])];
}

function compareTags(queried: string, tag: string): number {
  if (queried === tag) return 2;
  if (Math.min(queried.length, tag.length) < LEAST) return 0;
  return tag.includes(queried) ? 1 : 0;
}

/** Hashtags that are used for any content. */
const EVERYTHING = new Set(["fyp", "foryou", "foryoupage", "viral", "trending", "tiktok"]);

/** Words of the samples that common hashtags represent. */
const RELATED: Readonly<Record<string, string>> = {
  fitness: "lifting gym workout squat strength running",
  gym: "lifting squat barbell strength",
  food: "dinner recipe pasta bread",
  foodtok: "dinner recipe pasta bread",
  beauty: "skincare makeup hair",
  makeup: "skincare face",
  selfcare: "skincare calm therapy",
  motivation: "habit burnout marathon",
  diy: "apartment restoring wall",
  funny: "comedy skit",
  love: "wedding groom bride",
  art: "linocut crochet paint",
  dogsoftiktok: "dog puppy",
  catsoftiktok: "cat kitten",
  booktok: "read book study",
  entrepreneur: "business orders customers",
  business: "orders customers warehouse",
};

/** Finds videos that share words with a query, those with its rarer words first. */
export function rank(videos: readonly ScrapedVideo[], query: string): ScrapedVideo[] {
  const all = [...new Set(tokenize(query))];
  const significant = all.filter((word) => !FILLERS.has(word));
  const queried = significant.length > 0 ? significant : all;
  const texts = videos.map(({ description, hashtags, author }) => [
    ...new Set([
      ...tokenize(description),
      ...hashtags.map((tag) => tag.toLowerCase()),
      ...tokenize(author.replace(/[_.]/g, " ")),
    ]),
  ]);
  const hits = queried.map((word) => texts.map((text) => Math.max(0, ...text.map((other) => compare(word, other)))));
  const rarity = hits.map((scores) => Math.log(1 + videos.length / (1 + scores.filter(Boolean).length)));
  return videos
    .map((video, at) => ({ video, score: hits.reduce((sum, scores, word) => sum + scores[at]! * rarity[word]!, 0) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || order(a.video, b.video))
    .map(({ video }) => video);
}
