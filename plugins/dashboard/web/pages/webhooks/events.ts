import type { CreateWebhookRequest } from "vireo/client";

export type Pattern = CreateWebhookRequest["events"][number];
type Single = Exclude<Pattern, "*" | `${string}.*`>;

/** When each event comes. The type sees to it that none is missing. */
const words: Record<Single, string> = {
  "video.completed": "A video is ready",
  "video.failed": "A video has failed",
  "video.edited": "A video has a new version",
  "image.completed": "A picture is ready",
  "image.failed": "A picture has failed",
  "music.completed": "A track is ready",
  "music.failed": "A track has failed",
  "post.scheduled": "A post was scheduled",
  "post.published": "A post is out on all accounts",
  "post.partial": "A post is out on some accounts only",
  "post.failed": "A post has failed",
  "post.cancelled": "A post was called off",
  "account.connected": "A social account was connected",
  "account.disconnected": "A social account was lost",
  "analysis.completed": "An analysis is ready",
  "analysis.failed": "An analysis has failed",
  "plan.completed": "A content plan is ready",
  "plan.failed": "A content plan has failed",
  "credits.low": "Credits are running low",
};

export interface Subject {
  title: string;
  /** The pattern for all of it. */
  all: Pattern;
  types: readonly { type: Single; text: string }[];
}

const titles: Record<string, string> = {
  video: "Videos",
  image: "Pictures",
  music: "Tracks",
  post: "Posts",
  account: "Social accounts",
  analysis: "Analyses",
  plan: "Content plans",
  credits: "Credits",
};

/** The events to choose from, by what they are about. */
export const subjects: readonly Subject[] = Object.entries(titles).map(([subject, title]) => ({
  title,
  all: `${subject}.*` as Pattern,
  types: (Object.keys(words) as Single[])
    .filter((type) => type.startsWith(`${subject}.`))
    .map((type) => ({ type, text: words[type] })),
}));
