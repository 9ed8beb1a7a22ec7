import { type Static, Type } from "@sinclair/typebox";
import { Closed, Text } from "vireo/schema";
import { group } from "../schema";

/** The month of a report, and the channels that it is limited to. */
export const ReportQuery = Closed({
  month: Type.Optional(
    Text({ pattern: "^20[0-9]{2}-(0[1-9]|1[0-2])$", description: "Month, such as 2026-11. Default: the current one." }),
  ),
  timezone: Type.Optional(
    Text({ minLength: 1, maxLength: 64, description: "IANA time zone of the month. Default: UTC." }),
  ),
  group: Type.Optional(group),
});
export type ReportQuery = Static<typeof ReportQuery>;

/** Figures that no platform reports are missing. */
export interface Figures {
  views?: number;
  likes?: number;
  comments?: number;
  shares?: number;
  saves?: number;
}

/** Figures of some published posts. */
export interface Totals extends Figures {
  posts: number;
}

export interface ReportPost extends Figures {
  /** Title, or the beginning of the caption. */
  title: string;
  /** Milliseconds since the epoch. */
  publishedAt: number;
  channels: { username: string; platform: string; url?: string | undefined }[];
  /** A small picture of a best post, as a `data:` URL, so that a link shows it as long as it works. */
  picture?: string | undefined;
}

/** What an account has published in a month, as stored with a link to it. */
export interface Report extends ReportQuery {
  month: string;
  timezone: string;
  /** Name of the account. */
  workspace: string;
  total: Totals;
  /** Of the month before. */
  previous: Totals;
  channels: { username: string; platform: string; total: Totals }[];
  /** The best posts by views. */
  best: ReportPost[];
  /** Oldest first. */
  posts: ReportPost[];
  /** True if the sandbox has simulated some of the figures. */
  simulated: boolean;
}
