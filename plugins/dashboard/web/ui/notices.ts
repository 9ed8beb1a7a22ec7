import type { SocialPost, VideoScene, VireoEvent } from "vireo/client";
import { inferTitle } from "./media";

export interface Notice {
  title: string;
  color?: "red" | "orange";
  /** Replaces the job's text or error. */
  message?: string;
  /** False for a toast that is not added to the bell. */
  isKept?: boolean;
  /** Page of the item. */
  href?(data: Record<string, unknown>): string;
  /** Label of the link. */
  label?: string;
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
  "post.needs_approval": { title: "Post needs approval", href: post },
  "post.approved": { title: "Post approved", href: post },
  "post.rejected": { title: "Changes requested", color: "orange", href: post },
  "post.approval_overdue": { title: "Post not published: approval is missing", color: "red", href: post },
  "post.commented": { title: "New comment", href: post },
  "post.published": { title: "Post published", isKept: false, href: post },
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

/** Returns who asked for an approval, decided about a post, or commented. Other events name nobody. */
function getActor({ type, data }: VireoEvent): string | undefined {
  const { by, approval } = data as Partial<Pick<SocialPost, "approval"> & { by: string }>;
  if (type === "post.needs_approval") return approval?.requestedBy;
  return type === "post.approved" || type === "post.rejected" ? approval?.decisions.at(-1)?.by : by;
}

/** Finds the notice of an event. Undefined if it has none, or if the person did it themselves. */
export function findNotice(event: VireoEvent, email: string): Notice | undefined {
  if (getActor(event) === email) return undefined;
  const { type, data } = event;
  const hasExpired = type === "account.disconnected" && "status" in data && data.status === "expired";
  return hasExpired ? expired : notices[type];
}

const MAX_TEXT = 80;
const shorten = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1).trimEnd()}…` : text);

/** Returns the text of a notice, shown below its title. */
export function describeEvent({ data }: VireoEvent, { message }: Notice): string {
  const { failMessage, prompt, title, content, text, scenes } = data as Partial<
    Record<"failMessage" | "prompt" | "title" | "content" | "text", string> & { scenes: readonly VideoScene[] }
  >;
  const name = title || (prompt && inferTitle(prompt, scenes)) || content || text || "";
  return message ?? shorten(failMessage || name);
}
