import { expect, test } from "bun:test";
import { QueryClient } from "@tanstack/react-query";
import { maxPostsPerDay, updateCachedPost } from "#plugins/dashboard/web/ui/posts";
import type { SocialCalendar, SocialPost } from "#sdk/client/index";

const DAY = 86_400_000;
const post = (own: Partial<SocialPost> = {}): SocialPost => ({
  postId: "post_1",
  platforms: ["tiktok"],
  status: "scheduled",
  scheduledFor: 150,
  timezone: "UTC",
  content: "",
  videoUrl: "https://example.com/v.mp4",
  accountIds: ["tik"],
  publishToInbox: false,
  targets: [],
  createdAt: 10,
  updatedAt: 10,
  ...own,
});

function shown(...posts: SocialPost[]) {
  const client = new QueryClient();
  const key = ["posts", "days", { from: 0, to: DAY }, 3];
  client.setQueryData<SocialCalendar>(key, { total: 7, days: [{ date: "1970-01-01", total: 7, posts }] });
  return { client, read: () => client.getQueryData<SocialCalendar>(key) };
}

test("a post that has gone out is shown so wherever it stands, and the others stay as they are", () => {
  const other = post({ postId: "post_2" });
  const { client, read } = shown(post(), other);
  updateCachedPost(client, post({ status: "published" }));
  expect(read()?.days[0]).toMatchObject({ total: 7, posts: [{ status: "published" }, { status: "scheduled" }] });
  expect(read()?.days[0]?.posts[1]).toBe(other);
});

test("a post that has another time, or that is not shown, changes nothing until the days are asked for again", () => {
  const { client, read } = shown(post());
  const before = read();
  updateCachedPost(client, post({ scheduledFor: 200 }));
  updateCachedPost(client, post({ postId: "post_9" }));
  expect(read()).toBe(before);
});

test("no more is asked of a day than the server counts for all of them together", () => {
  expect(maxPostsPerDay({ from: 0, to: 42 * DAY })).toBe(23);
  expect(maxPostsPerDay({ from: 0, to: DAY })).toBe(1000);
  // The day on which clocks go back.
  expect(maxPostsPerDay({ from: 0, to: DAY + 3_600_000 })).toBe(500);
});
