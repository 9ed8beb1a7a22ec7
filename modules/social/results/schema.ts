import { Type } from "@sinclair/typebox";
import { hookForms } from "vireo/hooks";
import { Closed, OneOf, QueryInt, Text, Timestamp } from "vireo/schema";
import { group, Platform, weekdays } from "../schema";

const count = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }));
/** Metrics that the platform does not report are missing. */
const figures = {
  views: count("Views."),
  likes: count("Likes."),
  comments: count("Comments."),
  shares: count("Shares."),
  saves: count("Saves."),
  watchSeconds: count("Total watch time, in seconds."),
};

const target = { accountId: Type.String(), platform: Platform };
const simulated = Type.Optional(Type.Boolean({ description: "True if the sandbox has simulated the metrics." }));

export const PostMetrics = Closed({
  targets: Type.Array(
    Closed({
      ...target,
      metrics: OneOf(["available", "pending", "unsupported"], {
        description: "pending: not read yet. unsupported: the provider reports no metrics.",
      }),
      ...figures,
      measuredAt: Type.Optional(Timestamp("Time of the newest metrics.")),
      simulated,
    }),
  ),
  history: Type.Array(Closed({ ...target, ...figures, measuredAt: Timestamp("Time of these metrics."), simulated }), {
    description: "All snapshots, oldest first: after 1 and 6 hours, and 1, 3, 7 and 30 days.",
  }),
});

const sums = {
  posts: Type.Integer({ description: "Posts with metrics. A post on several accounts counts once." }),
  views: Type.Integer(),
  likes: Type.Integer(),
  comments: Type.Integer(),
  shares: Type.Integer(),
  saves: Type.Integer(),
  watchSeconds: Type.Integer(),
  medianViews: Type.Optional(Type.Number({ description: "Median views of these posts. Absent without views." })),
};

/** Ranges of video length in seconds, by which posts are grouped. */
export const lengths = ["0-15", "15-30", "30-60", "60-180", "180+", "unknown"] as const;
const groupings = ["day", "weekday", "hour", "account", "platform", "post", "hook", "length"] as const;

export const AnalyticsQuery = Closed({
  from: QueryInt({ minimum: 0, description: "Posts published at or after this time, milliseconds since the epoch." }),
  to: QueryInt({ minimum: 0, description: "Posts published before this time. At most 366 days after from." }),
  groupBy: OneOf(groupings, {
    description: "Field to group by. hook: the type of the opening. length: the length of the video.",
  }),
  timezone: Type.Optional(
    Text({ minLength: 1, maxLength: 64, description: "IANA time zone of days, weekdays and hours. Default: UTC." }),
  ),
  group: Type.Optional(group),
});
export const Analytics = Closed({
  groups: Type.Array(
    Closed({
      key: Type.String({
        description: `Day (2026-12-24), weekday (monday), hour (00 to 23), accountId, platform, postId, hook (${hookForms.map(({ id }) => id).join(", ")}, unknown) or length in seconds (${lengths.join(", ")}).`,
      }),
      label: Type.Optional(Type.String({ description: "Username of the account, or title or caption of the post." })),
      ...sums,
    }),
    { description: "At most 1000 groups. Days, weekdays, hours and lengths are in order, others are sorted by views." },
  ),
  total: Closed(sums),
  simulated: Type.Boolean({ description: "True if the sandbox has simulated some of the metrics." }),
});

export const BestTimes = Closed({
  basis: OneOf(["own", "general"], {
    description: "own: the account's own results. general: a common default, because there are too few results.",
  }),
  posts: Type.Integer({ description: "Number of the account's posts with metrics." }),
  neededPosts: Type.Integer({ description: "Number of posts required for the account's own results to count." }),
  timezone: Type.String({ description: "Time zone of the times: the one of the account's slots, or UTC." }),
  times: Type.Array(
    Closed({
      weekday: OneOf(weekdays),
      hour: Type.Integer({ minimum: 0, maximum: 23 }),
      posts: Type.Integer({ description: "Number of posts behind this time." }),
      medianViews: Type.Optional(Type.Number({ description: "Median views of these posts." })),
    }),
    { description: "Best times first." },
  ),
});
