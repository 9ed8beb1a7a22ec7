import { expect, test } from "bun:test";
import { QueryClient } from "@tanstack/react-query";
import { maxPostsPerDay, updateCachedPost } from "#plugins/dashboard/web/ui/posts";
import type { SocialCalendar, SocialPost } from "#sdk/client/index";

const DAY = 86_400_000;
const post = (own: Partial<SocialPost> = {}): SocialPost => ({
  postId: "post_1",
  platforms: ["tiktok"],
  status: "scheduled",
  approval: { state: "none", revision: 1, overdue: false, decisions: [] },
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

test("a published post is updated in every cached list", () => {
  const other = post({ postId: "post_2" });
  const { client, read } = shown(post(), other);
  updateCachedPost(client, post({ status: "published" }));
  expect(read()?.days[0]).toMatchObject({ total: 7, posts: [{ status: "published" }, { status: "scheduled" }] });
  expect(read()?.days[0]?.posts[1]).toBe(other);
});

test("a post at another time or outside the list changes nothing", () => {
  const { client, read } = shown(post());
  const before = read();
  updateCachedPost(client, post({ scheduledFor: 200 }));
  updateCachedPost(client, post({ postId: "post_9" }));
  expect(read()).toBe(before);
});

test("the posts per day stay within the limit of a request", () => {
  expect(maxPostsPerDay({ from: 0, to: 42 * DAY })).toBe(23);
  expect(maxPostsPerDay({ from: 0, to: DAY })).toBe(1000);
  // The day when daylight saving ends.
  expect(maxPostsPerDay({ from: 0, to: DAY + 3_600_000 })).toBe(500);
});
