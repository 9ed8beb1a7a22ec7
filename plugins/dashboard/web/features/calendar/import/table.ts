import type { SocialAccount } from "vireo/client";
import { parseCsv } from "vireo/csv";
import type { ChannelGroup } from "../../../ui/posts";
import { fromClock, toClock } from "../../../ui/time-zone";
import { CAPTION_MAX, type PrivacyLevel } from "../form/values";

/** Rows of a table. The API takes as many posts at once. */
export const MAX_ROWS = 100;

/** Fields of a post that a column can hold, and the names that sheets give them. The first is that of the API. */
export const fields = {
  video: { label: "Video", names: ["videoid", "videourl", "video", "clip", "media", "file", "link", "url"] },
  channels: {
    label: "Channels",
    names: ["accountids", "channels", "channel", "accounts", "account", "group", "client"],
  },
  time: {
    label: "Date and time",
    names: ["scheduledfor", "dateandtime", "datetime", "publishat", "when", "scheduled"],
  },
  date: { label: "Date", names: ["date", "day"] },
  clock: { label: "Time of day", names: ["time", "hour", "timeofday"] },
  content: { label: "Caption", names: ["content", "caption", "text", "copy", "message", "description"] },
  title: { label: "Title", names: ["title", "overridesyoutubetitle", "youtubetitle", "headline"] },
  privacy: { label: "Who can see it on TikTok", names: ["tiktokprivacylevel", "visibility", "privacy"] },
} as const;
export type Field = keyof typeof fields;

/** Fields of a row. A date and a time of day are joined. */
export const rowFields = ["video", "channels", "time", "content", "title", "privacy"] as const;
export type RowField = (typeof rowFields)[number];

/** A row as it was typed. */
export type Row = { id: number } & Record<RowField, string>;
/** What is wrong with a row, by field, or as a whole. */
export type RowErrors = Partial<Record<RowField | "row", string>>;

const normalise = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

export interface Sheet {
  header: readonly string[];
  lines: readonly (readonly string[])[];
}

/** Reads a CSV file, or cells that were copied from a sheet. Throws Error. */
export function readSheet(text: string): Sheet {
  const [header = [], ...lines] = parseCsv(text, MAX_ROWS + 1);
  if (lines.length === 0)
    throw new Error("The table needs a row with the names of its columns, and a row for each post.");
  return { header, lines };
}

/** Finds the field of each column by its name. */
export function guessColumns({ header }: Sheet): (Field | null)[] {
  const taken = new Set<Field>();
  return header.map((name) => {
    const known = (Object.keys(fields) as Field[]).find(
      (field) => !taken.has(field) && (fields[field].names as readonly string[]).includes(normalise(name)),
    );
    if (known) taken.add(known);
    return known ?? null;
  });
}

export function toRows({ lines }: Sheet, columns: readonly (Field | null)[]): Row[] {
  return lines.map((line, id) => {
    const read = (field: Field) => line[columns.indexOf(field)] ?? "";
    return {
      id,
      video: read("video"),
      channels: read("channels"),
      time: read("time") || `${read("date")} ${read("clock")}`.trim(),
      content: read("content"),
      title: read("title"),
      privacy: read("privacy"),
    };
  });
}

/** The order of day and month in dates with slashes, as in the reader's language. */
const isMonthFirst = (() => {
  const parts = new Intl.DateTimeFormat(undefined).formatToParts().map(({ type }) => type);
  return parts.indexOf("month") < parts.indexOf("day");
})();

/** Reads a local time as sheets write it: "2026-12-01 18:00", "1.12.2026 18:00", "12/1/2026 6:00 PM". */
function readClock(text: string): string | undefined {
  const [, date = "", hour = "", minute = "", half] =
    /^(\S+?),?[T\s]+(\d{1,2})[:.](\d{2})(?::\d{2})?\s*([ap]m)?$/i.exec(text.trim()) ?? [];
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(date);
  const other = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(date);
  let [year, month, day] = iso ? iso.slice(1) : [];
  if (other) {
    const [first, separator, second] = other.slice(1);
    [year, month, day] = separator === "/" && isMonthFirst ? [other[4], first, second] : [other[4], second, first];
  }
  if (!year || !month || !day) return undefined;
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === "pm" ? 12 : 0) : Number(hour);
  const pad = (value: string | number) => String(value).padStart(2, "0");
  return `${year}-${pad(month)}-${pad(day)}T${pad(hours)}:${minute}`;
}

/** Converts the time of a row to milliseconds. Throws Error. */
export function readTime(text: string, zone: string): number {
  if (/^\d{12,14}$/.test(text)) return Number(text);
  const exact = /\dT?[\d:. ]+(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(exact)) return exact;
  const clock = readClock(text);
  const time = clock === undefined ? undefined : fromClock(clock, zone);
  if (clock === undefined || time === undefined) throw new Error("Enter a date and a time, such as 2026-12-01 18:00.");
  if (toClock(time, zone) !== clock) throw new Error("Clocks skip this time. Enter another one.");
  return time;
}

/** Finds the channels that a row names: by group, username, display name or ID. Throws Error. */
export function readChannels(
  text: string,
  accounts: readonly SocialAccount[],
  groups: readonly ChannelGroup[],
): string[] {
  const separator = /^\s*soc_/.test(text) ? /[\s,;|]+/ : /\s*[,;|\n]\s*/;
  const names = text.split(separator).filter(Boolean);
  const found = names.flatMap((name) => {
    const wanted = name.trim().replace(/^@/, "").toLowerCase();
    const group = groups.find((one) => one.name.toLowerCase() === wanted);
    if (group) return group.accountIds;
    const ids = accounts
      .filter(({ accountId, username, displayName, platform }) =>
        [accountId, username, displayName, `${platform} ${username}`, `${platform}:${username}`].some(
          (known) => known?.replace(/^@/, "").toLowerCase() === wanted,
        ),
      )
      .map(({ accountId }) => accountId);
    if (ids.length === 0) throw new Error(`No channel or group is named ${name}.`);
    return ids;
  });
  return [...new Set(found)];
}

const privacyNames: Readonly<Record<string, PrivacyLevel>> = {
  everyone: "PUBLIC_TO_EVERYONE",
  public: "PUBLIC_TO_EVERYONE",
  friends: "MUTUAL_FOLLOW_FRIENDS",
  followers: "FOLLOWER_OF_CREATOR",
  onlyme: "SELF_ONLY",
  private: "SELF_ONLY",
};

export interface Options {
  mode: "schedule" | "draft";
  zone: string;
  /** Channels of rows that name none. */
  accountIds: readonly string[];
  accounts: readonly SocialAccount[];
  groups: readonly ChannelGroup[];
  /** TikTok's settings, for rows without their own. */
  settings: object;
  /** Videos of the library by their title, as it was typed. */
  videos: Readonly<Record<string, string | undefined>>;
}

export const isTitle = (video: string): boolean => video !== "" && !/^(?:https?:\/\/\S+|vid_\S+)$/.test(video);

/** Converts a row to a post, or says what is wrong with it. */
export function toPost(row: Row, options: Options) {
  const errors: RowErrors = {};
  const attempt = <T>(field: RowField, read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      errors[field] = (error as Error).message;
      return undefined;
    }
  };
  const video = row.video.trim();
  const videoId = isTitle(video) ? options.videos[video] : video.startsWith("vid_") ? video : undefined;
  if (!video) errors.video = "Enter the title, the ID or the URL of a video.";
  else if (isTitle(video) && !videoId) errors.video = `No video in the library is titled ${video}.`;
  const named = attempt("channels", () => readChannels(row.channels, options.accounts, options.groups)) ?? [];
  const accountIds = named.length > 0 ? named : [...options.accountIds];
  if (accountIds.length === 0) errors.channels ??= "Enter a channel or a group.";
  const scheduledFor = row.time ? attempt("time", () => readTime(row.time, options.zone)) : undefined;
  if ([...row.content].length > CAPTION_MAX)
    errors.content = `Use at most ${CAPTION_MAX.toLocaleString()} characters in the caption.`;
  const privacy = row.privacy && (privacyNames[normalise(row.privacy)] ?? row.privacy.trim().toUpperCase());
  const post = {
    ...(videoId ? { videoId } : { videoUrl: video }),
    accountIds,
    mode: options.mode === "schedule" && !row.time ? ("queue" as const) : options.mode,
    scheduledFor,
    timezone: options.zone,
    content: row.content,
    title: row.title || undefined,
    ...options.settings,
    ...(privacy ? { tiktokPrivacyLevel: privacy as PrivacyLevel } : {}),
  };
  return { post, errors };
}

/** The field of a row that an error of the API is about. */
export function getRowField(path: string): RowField | "row" {
  if (path.startsWith("video")) return "video";
  if (path.startsWith("accountIds")) return "channels";
  if (path === "scheduledFor" || path === "timezone") return "time";
  if (path.endsWith("content")) return "content";
  if (path.endsWith("title")) return "title";
  return path.startsWith("tiktokPrivacy") ? "privacy" : "row";
}
