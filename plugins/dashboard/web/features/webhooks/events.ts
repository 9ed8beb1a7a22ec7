import type { CreateWebhookRequest, Webhook } from "vireo/client";

export type Pattern = CreateWebhookRequest["events"][number];
type EventType = Exclude<Pattern, "*" | `${string}.*`>;
type SubjectOf<Type> = Type extends `${infer Name}.${string}` ? Name : never;

/** Label of each event. The type ensures that none is missing. */
const labels: Record<EventType, string> = {
  "video.completed": "Ready",
  "video.failed": "Failed",
  "video.edited": "New version added",
  "video.edit_failed": "Edit failed",
  "clips.completed": "Search completed",
  "clips.failed": "Search failed",
  "image.completed": "Ready",
  "image.failed": "Failed",
  "music.completed": "Ready",
  "music.failed": "Failed",
  "post.scheduled": "Scheduled",
  "post.needs_approval": "Needs approval",
  "post.approved": "Approved",
  "post.rejected": "Changes requested",
  "post.approval_overdue": "Approval overdue",
  "post.commented": "Commented",
  "post.published": "Published to all channels",
  "post.partial": "Published to some channels",
  "post.failed": "Failed",
  "post.cancelled": "Cancelled",
  "account.connected": "Connected",
  "account.disconnected": "Disconnected",
  "analysis.completed": "Ready",
  "analysis.failed": "Failed",
  "plan.completed": "Ready",
  "plan.produced": "Videos and posts created",
  "plan.failed": "Failed",
  "credits.low": "Running low",
  "backup.completed": "Completed",
  "backup.failed": "Failed",
};

export interface Subject {
  title: string;
  /** Pattern that matches all events of the subject. */
  all: Pattern;
  types: readonly { type: EventType; label: string }[];
}

/** Title of the subject of each event. The type ensures that none is missing. */
const titles: Record<SubjectOf<EventType>, string> = {
  video: "Videos",
  clips: "Clips",
  image: "Images",
  music: "Music",
  backup: "Backups",
  post: "Posts",
  account: "Channels",
  analysis: "Analyses",
  plan: "Content plans",
  credits: "Credits",
};

/** Events by subject. */
export const subjects: readonly Subject[] = Object.entries(titles).map(([subject, title]) => ({
  title,
  all: `${subject}.*` as Pattern,
  types: (Object.keys(labels) as EventType[])
    .filter((type) => type.startsWith(`${subject}.`))
    .map((type) => ({ type, label: labels[type] })),
}));

export const describeEvents = ({ events }: Webhook): string =>
  events.includes("*") ? "All events" : events.join(", ");
