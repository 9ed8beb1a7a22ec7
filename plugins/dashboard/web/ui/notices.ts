import type { VireoEvent } from "vireo/client";

export interface Notice {
  title: string;
  color?: "red" | "orange";
  /** Replaces the job's text or error. */
  message?: string;
  /** False for a toast that is not added to the bell. */
  isKept?: boolean;
  /** Page of the item. */
  href?(data: Record<string, unknown>): string;
}

const library = (kind: string, id: string) => (data: Record<string, unknown>) => `/library/${kind}/${data[id]}`;
const post = (data: Record<string, unknown>) => `/calendar?post=${data.postId}`;
const clips = (data: Record<string, unknown>) => `/clips/${data.clipsId}`;
const plan = (data: Record<string, unknown>) => `/plans/${data.planId}`;

/** Notices by event type. */
const notices: Partial<Record<VireoEvent["type"], Notice>> = {
  "video.completed": { title: "Video ready", href: library("video", "videoId") },
  "clips.completed": { title: "Clips found", href: clips },
  "image.completed": { title: "Image ready", href: library("image", "imageId") },
  "music.completed": { title: "Music ready", href: library("music", "musicId") },
  "plan.completed": { title: "Content plan ready", href: plan },
  "plan.produced": { title: "Content plan produced", message: "", href: plan },
  "plan.failed": { title: "Content plan failed", color: "red", href: plan },
  // The event contains only the video's ID.
  "analysis.completed": { title: "Analysis ready", message: "", isKept: false },
  "analysis.failed": { title: "Analysis failed", color: "red", isKept: false },
  "post.published": { title: "Post published", isKept: false },
  "post.partial": { title: "Post published to some channels only", color: "orange", href: post },
  "post.failed": { title: "Post failed", color: "red", href: post },
  "account.disconnected": {
    title: "Channel disconnected",
    color: "orange",
    message: "Scheduled posts to it fail until it is connected again.",
    href: () => "/channels",
  },
  "video.failed": { title: "Video failed", color: "red", href: library("video", "videoId") },
  "clips.failed": { title: "Search for clips failed", color: "red", href: clips },
  "image.failed": { title: "Image failed", color: "red", href: library("image", "imageId") },
  "music.failed": { title: "Music failed", color: "red", href: library("music", "musicId") },
  "credits.low": { title: "Credits are running low", color: "orange", href: () => "/credits" },
};

const expired: Notice = {
  title: "Channel needs to be reconnected",
  color: "orange",
  message: "The platform has revoked access. Scheduled posts to it fail until you reconnect it.",
  href: () => "/channels",
};

/** Finds the notice of an event. Undefined if it has none. */
export function findNotice({ type, data }: VireoEvent): Notice | undefined {
  const hasExpired = type === "account.disconnected" && "status" in data && data.status === "expired";
  return hasExpired ? expired : notices[type];
}

const MAX_TEXT = 80;

/** Returns the text of a notice, shown below its title. */
export function describeEvent({ data }: VireoEvent, { message }: Notice): string {
  const { failMessage, prompt, title, content } = data as Partial<
    Record<"failMessage" | "prompt" | "title" | "content", string>
  >;
  return message ?? (failMessage || title || prompt || content || "").slice(0, MAX_TEXT);
}
