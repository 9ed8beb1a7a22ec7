import { type Static, Type } from "@sinclair/typebox";
import { messagingField } from "vireo/brief";
import { common, StartOf } from "vireo/generations";
import { commercialTypes, privacyLevels } from "vireo/platforms";
import { Closed, ListOf, OneOf, Text, Timestamp, Url } from "vireo/schema";

const words = (maxLength: number, description: string) =>
  Text({ minLength: 1, maxLength, pattern: "\\S", description });
const model = Type.Optional(
  Text({ minLength: 1, maxLength: 100, description: "Model ID from GET /models. Default: the configured model." }),
);

export const MODES = ["keyword", "hashtag", "search"] as const;
export const Scrape = Closed({
  query: words(200, "Search text. In hashtag mode a tag, with or without the #."),
  mode: Type.Optional(
    OneOf(MODES, {
      default: "keyword",
      description:
        "keyword: videos with these words. hashtag: videos with a tag. search: the order of the app's search.",
    }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 50, default: 10, description: "Maximum number of videos." }),
  ),
  save: Type.Optional(Type.Boolean({ description: "Import the results into the viral library." })),
});
export type Scrape = Static<typeof Scrape>;

const count = Type.Number();
export const ScrapedVideo = Closed({
  id: Type.String({ description: "Id on the original platform." }),
  url: Type.String(),
  author: Type.String({ description: "Without the @." }),
  description: Type.String({ description: "The caption." }),
  stats: Closed({ views: count, likes: count, comments: count, shares: count, saves: count }),
  duration: Type.Number({ description: "Seconds." }),
  hashtags: Type.Array(Type.String(), { description: "Without the #." }),
  thumbnail: Type.Optional(Type.String()),
  videoUrl: Type.Optional(
    Type.String({
      description:
        "URL of the file, usually temporary. For a sample: a short clip with its caption, rendered when it is first opened.",
    }),
  ),
  soundName: Type.Optional(Type.String()),
  publishedAt: Type.Optional(Timestamp("Time of publication, if the source reports it.")),
  sample: Type.Optional(Type.Boolean({ description: "True for sample videos, which were never posted." })),
});
export const Scraped = Closed({
  scrapeId: Type.String(),
  source: Type.String({ description: "Name of the source." }),
  count: Type.Integer({ description: "Number of videos in this response." }),
  videos: Type.Array(ScrapedVideo),
});

export const AnalyseVideo = Closed({
  url: Type.Optional(Url("URL of a video file, of a file on this server, or of a video's page on TikTok.")),
  videoId: Type.Optional(
    Text({ minLength: 1, maxLength: 100, description: "ID of a generated video or a video of the viral library." }),
  ),
  model,
});
export type AnalyseVideo = Static<typeof AnalyseVideo>;

const texts = Type.Array(Type.String());
export const AnalysisFacts = Closed({
  hook: Type.String({ description: "Text or technique of the opening." }),
  summary: Type.String(),
  whyItPerformed: texts,
  attributesToCopy: texts,
  hooksToTest: texts,
  keyframes: Type.Array(
    Closed({
      timestamp: Type.Number({ description: "Seconds." }),
      type: Type.String({ description: "hook, transition, product_shot, cta …" }),
      description: Type.String(),
      visual: Type.String(),
      audio: Type.String(),
      text: Type.String({ description: "Text on screen." }),
    }),
  ),
  durationSeconds: Type.Number({ minimum: 0 }),
  tags: texts,
});
export const Analysis = Closed({
  analysisId: Type.String(),
  ...common,
  url: Type.String({ description: "URL of the analysed video." }),
  videoId: Type.Optional(Type.String({ description: "ID of the video, if it was requested by id." })),
  analysis: Type.Union([Closed({ ...AnalysisFacts.properties, analyzedAt: Type.Number() }), Type.Null()], {
    description: "Null until completed.",
  }),
});
export const AnalysisStart = StartOf("analysisId", "ID of the analysis. Read it with GET /analyses/{analysisId}.");
export const Analyses = ListOf("analyses", Analysis);

export const PLATFORMS = ["tiktok", "instagram", "youtube"] as const;
export const MakePlan = Closed({
  inspoId: Type.Optional(words(100, "ID of the inspiration project.")),
  personaId: Type.Optional(words(100, "ID of a persona to speak as.")),
  productId: Type.Optional(words(100, "ID of the product to promote.")),
  ...messagingField,
  niche: Type.Optional(words(200, "Niche or market, such as “home coffee”.")),
  goal: Type.Optional(words(500, "Goal, such as “more trial sign-ups”.")),
  platforms: Type.Array(OneOf(PLATFORMS), { minItems: 1, maxItems: 3, uniqueItems: true }),
  days: Type.Integer({ minimum: 1, maximum: 30 }),
  postsPerDay: Type.Integer({ minimum: 1, maximum: 5 }),
  language: Type.Optional(
    Text({
      pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
      maxLength: 35,
      description: "Language code, such as en or pt-BR (BCP 47).",
    }),
  ),
  seed: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2147483647,
      description: "If the engine supports it, the same seed and request give the same plan.",
    }),
  ),
  model,
});
export type MakePlan = Static<typeof MakePlan>;

export const PlanItem = Closed({
  day: Type.Integer({ minimum: 1 }),
  platform: OneOf(PLATFORMS),
  title: Type.String(),
  hook: Type.String(),
  concept: Type.String(),
  script: Type.String(),
  shots: texts,
  caption: Type.String(),
  hashtags: Type.Array(Type.String(), { description: "Without the #." }),
  cta: Type.String(),
  inspiredBy: Type.Array(Type.String(), { description: "Videos of the viral library." }),
});
const ProducedItem = Closed({
  item: Type.Integer({ minimum: 0, description: "Index in `items`, counted from 0." }),
  status: OneOf(["rendering", "completed", "failed"], {
    description: "completed: the post exists. failed: produce the item again; an existing video is reused.",
  }),
  mode: OneOf(["draft", "schedule"]),
  scheduledFor: Timestamp("Scheduled time of the post."),
  videoId: Type.Optional(Type.String()),
  postId: Type.Optional(Type.String()),
  failCode: Type.Optional(Type.String({ description: "Machine-readable reason, such as video_failed or too_late." })),
  failMessage: Type.Optional(Type.String({ description: "Human-readable reason." })),
});
const Production = Closed(
  {
    total: Type.Integer({ description: "Items that were produced or are being produced." }),
    rendering: Type.Integer(),
    completed: Type.Integer(),
    failed: Type.Integer(),
    items: Type.Array(ProducedItem),
  },
  { description: "Progress of POST /content-plans/{planId}/produce; absent before the first call." },
);
const OwnResults = Closed(
  {
    posts: Type.Integer({
      description: "Number of posts of the last 180 days with metrics that are at least a day old.",
    }),
    neededPosts: Type.Integer({ description: "Minimum number of posts for them to count." }),
    simulated: Type.Boolean({ description: "True if the sandbox has simulated the metrics." }),
    hooks: Type.Array(
      Closed({
        hook: Type.String({ description: "Type of the hook, such as question." }),
        posts: Type.Integer({ description: "Number of posts with this type of hook." }),
        timesMedian: Type.Number({
          description: "Median views of these posts, relative to the median of the social account.",
        }),
      }),
      { description: "Best type first. Empty if there are too few posts." },
    ),
    summary: Type.String({ description: "Summary in a sentence, or why the posts do not count." }),
  },
  { description: "Lessons of the plan from the account's own posts." },
);
export const Plan = Closed({
  planId: Type.String(),
  ...common,
  platforms: Type.Array(OneOf(PLATFORMS)),
  days: Type.Integer(),
  postsPerDay: Type.Integer(),
  niche: Type.Optional(Type.String()),
  goal: Type.Optional(Type.String()),
  language: Type.Optional(Type.String()),
  seed: Type.Integer(),
  items: Type.Array(PlanItem, { description: "In the order of the days; empty until completed." }),
  production: Type.Optional(Production),
  credits: Type.Optional(Type.Number({ description: "Price of the videos, in the response to a dry run." })),
  seconds: Type.Optional(
    Type.Number({ description: "Estimated total length of the videos in seconds, in the response to a dry run." }),
  ),
  ownResults: Type.Optional(OwnResults),
});
/** Settings of every post of a plan, named as in POST /social/posts. */
const postSettings = {
  tiktokPrivacyLevel: Type.Optional(
    OneOf(privacyLevels, { description: "Who can see the posts on TikTok, which requires it." }),
  ),
  tiktokCommercialContentType: Type.Optional(OneOf(commercialTypes, { description: "Commercial content on TikTok." })),
  tiktokAllowComment: Type.Optional(Type.Boolean({ description: "Allow comments on TikTok." })),
  tiktokAllowDuet: Type.Optional(Type.Boolean({ description: "Allow duets on TikTok." })),
  tiktokAllowStitch: Type.Optional(Type.Boolean({ description: "Allow stitches on TikTok." })),
  aiGenerated: Type.Optional(Type.Boolean({ description: "Label the videos as made with AI." })),
};
export const ProducePlan = Closed({
  items: Type.Optional(
    Type.Array(Type.Integer({ minimum: 0, maximum: 149 }), {
      minItems: 1,
      maxItems: 150,
      uniqueItems: true,
      description: "Indexes in the plan's `items`, counted from 0. Default: all of them.",
    }),
  ),
  startDate: Text({
    pattern: "^\\d{4}-\\d{2}-\\d{2}$",
    description: "Date of the plan's first day in `timezone`, such as 2026-12-01.",
  }),
  timezone: Text({ minLength: 1, maxLength: 100, description: "IANA time zone, such as Europe/Berlin." }),
  times: Type.Optional(
    Type.Array(Text({ pattern: "^([01]\\d|2[0-3]):[0-5]\\d$", description: "HH:MM" }), {
      minItems: 1,
      maxItems: 5,
      uniqueItems: true,
      description:
        "Times of day of the posts, one for each daily post. Default: 18:00; two posts also 12:00, three 09:00, 13:00 and 18:00, four 09:00, 12:00, 15:00 and 18:00, five every three hours from 08:00.",
    }),
  ),
  accountIds: Type.Array(words(100, "Connected account."), {
    minItems: 1,
    maxItems: 50,
    uniqueItems: true,
    description:
      "Accounts to post to, at least one for each platform of the items. Each item goes to those of its platform.",
  }),
  mode: OneOf(["draft", "schedule"], { description: "Schedule the posts, or save them as drafts with their times." }),
  ...postSettings,
  model: Type.Optional(
    Text({ minLength: 1, maxLength: 200, description: "Video model from GET /models. Default: the configured model." }),
  ),
  dryRun: Type.Optional(Type.Boolean({ description: "Check and price the videos without making them." })),
});
export type ProducePlan = Static<typeof ProducePlan>;
export type PostSettings = Pick<ProducePlan, keyof typeof postSettings>;
const TAG = "^[\\p{L}\\p{M}\\p{N}_]+$";
const Edited = Closed({
  day: Type.Integer({ minimum: 1, maximum: 30, description: "Day of the plan. Each day keeps its number of posts." }),
  platform: OneOf(PLATFORMS, { description: "One of the plan's platforms." }),
  title: words(100, "Short title, also used on YouTube."),
  hook: words(500, "First words spoken or shown."),
  concept: words(4000, "Subject of the video."),
  script: words(4000, "Spoken text and shots."),
  shots: Type.Array(words(500, "Description of a shot."), {
    minItems: 1,
    maxItems: 20,
    description: "Shots in the order of the video.",
  }),
  caption: words(2200, "Caption of the post, without hashtags."),
  hashtags: Type.Array(
    Text({
      minLength: 1,
      maxLength: 100,
      pattern: TAG,
      description: "Letters, digits and underscores, without the #.",
    }),
    {
      maxItems: 30,
      description: "Without the #.",
    },
  ),
  cta: words(500, "Call to action."),
  inspiredBy: Type.Array(Text({ minLength: 1, maxLength: 100 }), {
    maxItems: 20,
    description: "Videos of the viral library that the plan is based on.",
  }),
});
export const EditPlan = Closed({
  items: Type.Array(Edited, { minItems: 1, maxItems: 150, description: "All items. They replace the existing ones." }),
});
export type EditPlan = Static<typeof EditPlan>;
export const PlanStart = StartOf("planId", "ID of the plan. Read it with GET /content-plans/{planId}.");
export const Plans = ListOf("plans", Plan);
