import { bareTag, createTimedScraper, type Json, toScrapedVideo } from "vireo/scrape";
import type { ScrapedVideo, ScrapeRequest, Scraper } from "vireo/slots/scrape";
import { createVendor } from "vireo/vendor";
import { runActor } from "./run-actor";

export interface Options {
  token: string;
  baseUrl: string;
  /** Actor name, such as clockworks/tiktok-scraper. */
  actor: string;
  country?: string | undefined;
  /** Maximum cost of one run, in US dollars. */
  maxRunUsd: number;
  /** Time limit of one scrape, in milliseconds. */
  limitMs?: number;
  /** Seconds that one read waits for a run to end. */
  waitSeconds?: number;
}

/** Each of these costs extra per result. */
const NO_DOWNLOADS = {
  shouldDownloadVideos: false,
  shouldDownloadCovers: false,
  shouldDownloadSubtitles: false,
  shouldDownloadSlideshowImages: false,
  shouldDownloadAvatars: false,
  shouldDownloadMusicCovers: false,
};
/** Errors of videos that are not public. */
const GONE = /NOT_FOUND|PRIVATE|SENSITIVE/;

export function createScraper(options: Options): Scraper {
  const { token, baseUrl, actor, country, maxRunUsd, limitMs, waitSeconds } = options;
  const vendor = createVendor({
    title: "Apify",
    baseUrl,
    headers: { authorization: `Bearer ${token}` },
    secrets: [token],
    keyName: "APIFY_TOKEN",
  });
  const run = (input: object, limit: number, signal: AbortSignal) =>
    runActor(vendor, { actor: actor.replace("/", "~"), maxRunUsd, waitSeconds }, input, limit, signal);

  const buildInput = ({ query, mode, limit }: ScrapeRequest) => ({
    ...NO_DOWNLOADS,
    ...(mode === "hashtag" ? { hashtags: [bareTag(query)] } : { searchQueries: [query] }),
    // Tab of the app's search: all results as ranked by the app, or only videos.
    ...(mode === "hashtag" ? {} : { searchSection: mode === "search" ? "" : "/video" }),
    proxyCountryCode: country,
    resultsPerPage: limit,
  });

  async function scrape(request: ScrapeRequest, signal: AbortSignal): Promise<ScrapedVideo[]> {
    const items = await run(buildInput(request), request.limit, signal);
    const errors = items.filter(isError);
    if (items.length > 0 && errors.length === items.length)
      throw vendor.error("provider_error", `Apify could not read any video: ${getMessage(errors[0])}.`);
    const videos = items.flatMap((item) => toVideo(item) ?? []);
    return [...new Map(videos.map((video) => [video.id, video])).values()].slice(0, request.limit);
  }

  async function lookup(url: string, signal: AbortSignal): Promise<ScrapedVideo | undefined> {
    // A lookup needs the file, and the actor only returns its URL after a download.
    const input = { ...NO_DOWNLOADS, postURLs: [url], resultsPerPage: 1, shouldDownloadVideos: true };
    const [item] = await run(input, 1, signal);
    if (item === undefined || !isError(item)) return item && toVideo(item);
    if (GONE.test(`${item.errorCode} ${item.error}`.toUpperCase())) return undefined;
    throw vendor.error("provider_error", `Apify could not read this video: ${getMessage(item)}.`);
  }

  const check = () => vendor.check("/v2/users/me");
  const description = `TikTok videos by ${actor}, up to 50 a search. A run costs at most ${maxRunUsd} USD at Apify.`;
  return createTimedScraper({
    name: "apify",
    title: vendor.title,
    description,
    usd: 0.05,
    limitMs,
    scrape,
    lookup,
    check,
  });
}

const isError = (item: Json) => Boolean(item.error || item.errorCode);
const getMessage = (item: Json) => String(item.error || item.errorCode).replace(/[.\s]+$/, "");

/** Converts an item to a video. Undefined for ads, slideshows and errors. */
function toVideo(item: Json): ScrapedVideo | undefined {
  if (isError(item) || item.isAd === true || item.isSlideshow === true) return undefined;
  const { authorMeta, videoMeta, musicMeta } = item;
  return toScrapedVideo({
    id: item.id,
    author: authorMeta?.name,
    description: item.text,
    views: item.playCount,
    likes: item.diggCount,
    comments: item.commentCount,
    shares: item.shareCount,
    saves: item.collectCount,
    duration: videoMeta?.duration,
    hashtags: item.hashtags?.map?.((tag: Json) => tag?.name),
    thumbnail: videoMeta?.coverUrl,
    videoUrl: item.mediaUrls?.[0] ?? videoMeta?.downloadAddr,
    soundName: musicMeta?.musicName,
  });
}
