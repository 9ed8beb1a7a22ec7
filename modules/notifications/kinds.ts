import { getPlatformTitle } from "vireo/platform-titles";

/** Mail of a kind, which people can switch off. */
export interface Switch {
  title: string;
  description: string;
  /** Sent only to administrators. */
  isAdminOnly?: boolean;
}

/** Mail about events. */
export interface Kind extends Switch {
  /** Event types that it reports. */
  events: readonly string[];
  /** Returns one line about an event. Undefined if it is not worth a mail. */
  describe(data: Readonly<Record<string, unknown>>): string | undefined;
  subject(count: number): string;
  /** Suggested next step. */
  advice: string;
  /** Path of the dashboard page. */
  page: { label: string; path: string };
}

interface PostData {
  content?: string;
  targets?: readonly { platform: string; status: string; errorMessage?: string }[];
}

const MAX_TITLE = 60;
const getPlatform = (name: unknown) => getPlatformTitle(String(name));
const shorten = (text: string) => (text.length > MAX_TITLE ? `${text.slice(0, MAX_TITLE - 1)}…` : text);

function describePost({ content = "", targets = [] }: PostData): string {
  const failed = targets.filter(({ status }) => status === "failed");
  const reasons = failed.map(({ platform, errorMessage }) =>
    [getPlatform(platform), errorMessage].filter(Boolean).join(": "),
  );
  return [content ? `“${shorten(content)}”` : "Post", ...new Set(reasons)].join(", ");
}

export const kinds: Readonly<Record<string, Kind>> = {
  "post.failed": {
    events: ["post.failed", "post.partial"],
    title: "Failed posts",
    description: "A post could not be published to one or more channels.",
    describe: (data) => describePost(data as PostData),
    subject: (count) => (count === 1 ? "A post could not be published" : `${count} posts could not be published`),
    advice: "Open the post to read the reason, and create a new one when it is resolved.",
    page: { label: "Open the calendar", path: "/calendar" },
  },
  "account.expired": {
    events: ["account.disconnected"],
    title: "Expired channels",
    description: "A channel must be reconnected before posts can be published.",
    describe: ({ status, platform, username }) =>
      status === "expired" ? `${getPlatform(platform)}${username ? `, ${username}` : ""}` : undefined,
    subject: (count) => (count === 1 ? "A channel has expired" : `${count} channels have expired`),
    advice: "Nothing is published there until you reconnect.",
    page: { label: "Open the channels", path: "/channels" },
  },
  "credits.low": {
    events: ["credits.low"],
    title: "Low credits",
    description: "The credit balance fell below the limit.",
    describe: ({ balance }) => `Balance: ${balance} credits`,
    subject: () => "Credits are running low",
    advice: "New work is refused when the credits are used up.",
    page: { label: "Open the credits", path: "/credits" },
  },
  "backup.failed": {
    events: ["backup.failed"],
    title: "Failed backups",
    description: "A scheduled backup of the server failed.",
    isAdminOnly: true,
    describe: ({ error }) => String(error),
    subject: (count) => (count === 1 ? "The backup failed" : `${count} backups failed`),
    advice: 'The server tries again every hour. On the server, "vireo doctor" shows the state of the backups.',
    page: { label: "Open the settings", path: "/settings" },
  },
};

/** All kinds of mail that people can switch off. Other modules send those that report no events. */
export const switches = {
  ...kinds,
  approvals: {
    title: "Approvals",
    description: "A post needs your approval, or someone has decided about yours.",
  },
} as const satisfies Record<string, Switch>;

type KindName = keyof typeof kinds & string;

/** Returns the kind that reports an event. */
export const findKind = (type: string): KindName | undefined =>
  Object.keys(kinds).find((name) => kinds[name]!.events.includes(type));
