/** Slot `scrape`: finds short videos on a platform. */
import type { Model, Provider } from "#core/engine";

/** A search for short videos. */
export interface ScrapeRequest {
  query: string;
  mode: "keyword" | "hashtag" | "search";
  /** 1 to 50. */
  limit: number;
}

/** A video as the source describes it. Unknown counts are 0 and unknown texts are empty. */
export interface ScrapedVideo {
  id: string;
  url: string;
  /** Without the @. */
  author: string;
  description: string;
  stats: { views: number; likes: number; comments: number; shares: number; saves: number };
  /** Seconds. */
  duration: number;
  /** Without the #. */
  hashtags: string[];
  thumbnail?: string;
  /** URL of the file, which expires. */
  videoUrl?: string;
  soundName?: string;
  /** Milliseconds since the epoch. Not needed for TikTok videos, whose ids contain it. */
  publishedAt?: number;
  /** True for an invented sample video. */
  sample?: boolean;
}

/** A source of short videos. Both calls only read, so they can be repeated. */
export interface Scraper extends Provider {
  /** How GET /models shows it, with its limits. */
  readonly models?: readonly Model[];
  /** Returns at most `limit` videos. Throws EngineError. */
  scrape(request: ScrapeRequest, signal: AbortSignal): Promise<ScrapedVideo[]>;
  /** Returns the video at a URL of the platform. Undefined if it does not exist. */
  lookup?(url: string, signal: AbortSignal): Promise<ScrapedVideo | undefined>;
}

declare module "#core/engine" {
  interface Slots {
    scrape: Scraper;
  }
}
