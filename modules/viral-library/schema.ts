import { type Static, Type } from "@sinclair/typebox";
import { Closed, ListOf, OneOf, pageQuery, QueryInt, Text, Timestamp } from "vireo/schema";

const MAX_IMPORT = 500;
/** End of the year 9999. */
const LATEST = 253_402_300_799_999;

const count = (description: string) => Type.Number({ description });
const Stats = Closed(
  { views: count(""), likes: count(""), comments: count(""), shares: count(""), saves: count("") },
  { description: "0 if the source does not report it." },
);
export type Stats = Static<typeof Stats>;

const Keyframe = Closed({
  timestamp: Type.Number({ description: "Seconds." }),
  type: Type.String({ description: "hook, transition, product_shot, cta …" }),
  description: Type.String(),
  visual: Type.String(),
  audio: Type.String(),
  text: Type.String({ description: "Text on screen." }),
});
export const Analysis = Closed({
  hook: Type.String({ description: "Text or technique of the opening." }),
  summary: Type.String(),
  whyItPerformed: Type.Array(Type.String()),
  attributesToCopy: Type.Array(Type.String()),
  hooksToTest: Type.Array(Type.String()),
  keyframes: Type.Array(Keyframe, {
    description:
      "One keyframe per second. If `basis` is caption, they are estimated from the caption and the duration.",
  }),
  durationSeconds: Type.Number(),
  tags: Type.Array(Type.String()),
  analyzedAt: Timestamp("Time of the analysis."),
  basis: OneOf(["caption", "video"], {
    description: "Source of the analysis: the caption and the metrics, or the video itself.",
  }),
});
export type Analysis = Static<typeof Analysis>;

export const Video = Closed({
  id: Type.String(),
  tiktokId: Type.String(),
  tiktokUrl: Type.String({ format: "uri" }),
  username: Type.String({ description: "Username of the creator, without the @." }),
  description: Type.String({ description: "The caption." }),
  stats: Stats,
  hashtags: Type.Array(Type.String(), { description: "Without the #." }),
  soundName: Type.Optional(Type.String()),
  duration: Type.Optional(Type.Number({ description: "Seconds." })),
  thumbnailUrl: Type.Optional(Type.String({ format: "uri" })),
  playUrl: Type.Optional(Type.String({ format: "uri", description: "URL of the file, which often expires." })),
  publishedAt: Type.Optional(Timestamp("Time of publication, if known.")),
  analysis: Type.Union([Analysis, Type.Null()], { description: "Null until the video is analysed." }),
  source: OneOf(["import", "post"], {
    description: "post: a post of the account itself, with its metrics.",
  }),
  post: Type.Optional(
    Closed({
      postId: Type.String({ description: "post_ prefixed" }),
      platform: Type.String({ description: "Such as tiktok. GET /social/platforms lists all." }),
      simulated: Type.Optional(Type.Boolean({ description: "True if the sandbox has simulated the metrics." })),
    }),
  ),
  library: OneOf(["own", "shared"], { description: "The account's own library, or the shared library." }),
  createdAt: Timestamp("Time of the import."),
  updatedAt: Timestamp("Time of the last change."),
});
export type Video = Static<typeof Video>;
export const Videos = ListOf("videos", Video);

const httpUrl = (description: string) => Text({ minLength: 1, maxLength: 4096, pattern: "^https?://", description });
const tally = () => Type.Optional(Type.Integer({ minimum: 0, maximum: 1e15 }));

/** Item of the response of POST /scrape-tiktok, with fields that other scrapers report. */
export const ScrapedVideo = Closed({
  id: Text({ minLength: 1, maxLength: 100, description: "Id on the original platform." }),
  url: httpUrl("URL on the original platform."),
  author: Type.Optional(Text({ maxLength: 100 })),
  description: Type.Optional(Text({ maxLength: 5000, description: "The caption." })),
  stats: Type.Optional(Closed({ views: tally(), likes: tally(), comments: tally(), shares: tally(), saves: tally() })),
  duration: Type.Optional(Type.Number({ minimum: 0, maximum: 36_000, description: "Seconds." })),
  hashtags: Type.Optional(Type.Array(Text({ minLength: 1, maxLength: 150 }), { maxItems: 100 })),
  soundName: Type.Optional(Text({ maxLength: 300 })),
  thumbnail: Type.Optional(httpUrl("A still.")),
  videoUrl: Type.Optional(
    httpUrl("URL of the file, which often expires. If it can be read, the clip is analysed in the background."),
  ),
  publishedAt: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: LATEST,
      description:
        "Time of publication, in milliseconds since the epoch. Default: derived from the id of a TikTok video.",
    }),
  ),
  sample: Type.Optional(Type.Boolean({ description: "Ignored. Present in scraped samples." })),
});
export type ScrapedVideo = Static<typeof ScrapedVideo>;

export const Import = Closed({
  videos: Type.Array(
    Type.Union([
      Text({ minLength: 1, maxLength: 4096, description: "https://www.tiktok.com/@name/video/123" }),
      ScrapedVideo,
    ]),
    { minItems: 1, maxItems: MAX_IMPORT, description: "Scraped videos and URLs, in any combination." },
  ),
});
export type Import = Static<typeof Import>;
export const Imported = Closed({
  imported: Type.Integer({ description: "Videos added." }),
  updated: Type.Integer({ description: "Existing videos that were updated." }),
  videos: Type.Array(Video, {
    description: "Each imported video once. New ones are analysed later.",
  }),
});
export const DemoLoaded = Closed({ imported: Type.Integer(), updated: Type.Integer() });

export const ListQuery = Closed({
  ...pageQuery,
  library: Type.Optional(OneOf(["own", "shared"], { description: "Default own." })),
});
const filters = {
  limit: Type.Optional(QueryInt({ minimum: 1, maximum: 50, default: 20, description: "Maximum number of results." })),
  minViews: Type.Optional(QueryInt({ minimum: 0, description: "Minimum number of views." })),
  hashtag: Type.Optional(Text({ minLength: 1, maxLength: 150, description: "With or without the #." })),
  username: Type.Optional(Text({ minLength: 1, maxLength: 100, description: "With or without the @." })),
  maxDuration: Type.Optional(QueryInt({ minimum: 1, maximum: 36_000, description: "Maximum length in seconds." })),
  publishedAfter: Type.Optional(
    QueryInt({
      minimum: 0,
      maximum: LATEST,
      description:
        "Only videos published, or own media created, at or after this time, in milliseconds since the epoch. Leaves out videos without `publishedAt`.",
    }),
  ),
};
export const SearchQuery = Closed({
  q: Text({
    minLength: 1,
    maxLength: 1000,
    pattern: "\\S",
    description:
      "A search query in natural language. May contain filters in nine languages: under 30 seconds, over a million views, last month, by @creator.",
  }),
  ...filters,
  library: Type.Optional(
    OneOf(["own", "shared", "media"], {
      description:
        "own, shared: only the account's own library, or the shared one. media: the account's own videos, images, music and uploads, by their prompts, texts and analyses; requires the scope media:read and does not support minViews and username. Default: both libraries.",
    }),
  ),
  interpret: Type.Optional(
    OneOf(["true", "false"], {
      description: "False treats filters in the query text as search terms. Default true.",
    }),
  ),
});
export type SearchQuery = Static<typeof SearchQuery>;
export const SimilarQuery = Closed({
  ...filters,
  library: Type.Optional(
    OneOf(["own", "shared"], { description: "Only the account's own library, or the shared one. Default: both." }),
  ),
});
export type SimilarQuery = Static<typeof SimilarQuery>;

const results = Type.Array(
  Closed({ video: Video, score: Type.Number({ minimum: 0, maximum: 1, description: "Higher is more relevant." }) }),
);
const Media = Closed({
  id: Type.String({ description: "ID of the video (vid_…), image (img_…), track (mus_…) or upload." }),
  kind: OneOf(["video", "image", "music", "upload"], {
    description: "Type of the item. Uploaded videos are videos; an upload is any other file.",
  }),
  source: OneOf(["generated", "upload"]),
  title: Type.String({ description: "Title, otherwise the prompt or the name of an uploaded file." }),
  url: Type.Optional(Type.String({ description: "URL of the file. For a video, its newest version." })),
  thumbnailUrl: Type.Optional(Type.String({ description: "URL of a still, a cover or the image itself." })),
  duration: Type.Optional(Type.Number({ description: "Seconds." })),
  analysis: Type.Optional(
    Closed(
      { hook: Type.String(), summary: Type.String(), tags: Type.Array(Type.String()) },
      { description: "Newest analysis of the video (POST /videos/analyze)." },
    ),
  ),
  createdAt: Timestamp("Time of creation."),
});
export type Media = Static<typeof Media>;

const total = Type.Integer({ description: "Number of results returned." });
export const Found = Closed({
  results,
  media: Type.Optional(
    Type.Array(
      Closed({ media: Media, score: Type.Number({ minimum: 0, maximum: 1, description: "Higher is more relevant." }) }),
      { description: "Matching own media, with `library=media`. Then `results` is empty." },
    ),
  ),
  query: Type.String({ description: "The executed query." }),
  total,
  interpreted: Type.Optional(
    Closed(
      {
        query: Type.String({ description: "Remaining query that was searched for." }),
        filters: Type.Array(
          Closed({
            parameter: OneOf(["maxDuration", "minViews", "username", "publishedAfter"]),
            value: Type.Union([Type.Number(), Type.String()]),
            text: Type.String({ description: "Matching words of the query." }),
          }),
        ),
      },
      {
        description:
          "Filters found in the query text. To drop one, search for `query` with the other filters as parameters and `interpret=false`.",
      },
    ),
  ),
});
export const Similar = Closed({ results, total });
