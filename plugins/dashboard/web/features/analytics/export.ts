import type { SocialAnalyticsGroup, SocialPost } from "vireo/client";
import { type CsvColumns, downloadFile, toCsv } from "../../ui/csv";
import { getPostTitle } from "../../ui/posts";
import { countEngagements } from "./queries";

export type PostRow = SocialAnalyticsGroup & { post: SocialPost | undefined };

const columns: CsvColumns<PostRow> = [
  ["Post", ({ key }) => key],
  ["Title", ({ post }) => (post ? getPostTitle(post) : "")],
  ["Published", ({ post }) => (post?.publishedAt ? new Date(post.publishedAt).toISOString() : "")],
  ["Platforms", ({ post }) => post?.platforms.join(" ") ?? ""],
  ["Views", ({ views }) => views],
  ["Likes", ({ likes }) => likes],
  ["Comments", ({ comments }) => comments],
  ["Shares", ({ shares }) => shares],
  ["Saves", ({ saves }) => saves],
  ["Engagements", countEngagements],
  ["Watch time (s)", ({ watchSeconds }) => watchSeconds],
];

export const downloadPosts = (rows: readonly PostRow[]): void => downloadFile("results.csv", toCsv(columns, rows));
