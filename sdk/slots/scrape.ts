/** Slot `scrape`: finds short videos on a platform. */
import type { Model, Provider } from "#core/engine";

export interface ScrapeRequest {
  query: string;
  mode: "keyword" | "hashtag" | "search";
  /** 1 to 50. */
  limit: number;
}

/** A video as a source of short videos knows it; counts are 0 and texts empty where it does not. */
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
  /** The file; such addresses expire. */
  videoUrl?: string;
  soundName?: string;
  /** Milliseconds since the epoch. Not needed for a TikTok video, whose id tells it. */
  publishedAt?: number;
  /** True for a made-up sample video. */
  sample?: boolean;
}

/** A source of short videos. Both calls only read, so they may be repeated. */
export interface Scraper extends Provider {
  /** How GET /models shows it, with its limits. */
  readonly models?: readonly Model[];
  /** At most `limit` videos; an empty list where the source knows none. Throws EngineError where it fails. */
  scrape(request: ScrapeRequest, signal: AbortSignal): Promise<ScrapedVideo[]>;
  /** One video by its address on the platform; undefined where it is not there. */
  lookup?(url: string, signal: AbortSignal): Promise<ScrapedVideo | undefined>;
}

declare module "#core/engine" {
  interface Slots {
    scrape: Scraper;
  }
}
