import { expect, test } from "bun:test";
import { QueryClient } from "@tanstack/react-query";
import type { SocialPost } from "#client/index";
import { type PostFilter, type PostRange, placePost } from "#plugins/dashboard/web/ui/posts";

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

function ranges(...filters: PostFilter[]) {
  const client = new QueryClient();
  for (const filter of filters) client.setQueryData<PostRange>(["calendar", filter], { posts: [], total: 0 });
  return {
    place: (one: SocialPost) => placePost(client, one),
    of: (filter: PostFilter) => {
      const { posts = [], total } = client.getQueryData<PostRange>(["calendar", filter]) ?? {};
      return [posts.map(({ postId, status }) => `${postId} ${status}`), total];
    },
  };
}

test("a post moves from the range of its old time to that of its new one", () => {
  const [first, second] = [
    { from: 100, to: 200 },
    { from: 200, to: 300 },
  ];
  const { place, of } = ranges(first, second);
  place(post());
  expect([of(first), of(second)]).toEqual([
    [["post_1 scheduled"], 1],
    [[], 0],
  ]);
  place(post({ scheduledFor: 200 }));
  expect([of(first), of(second)]).toEqual([
    [[], 0],
    [["post_1 scheduled"], 1],
  ]);
});

test("a post takes the place of what was known of it, and leaves the filters that it no longer matches", () => {
  const days = { from: 0, to: 200 };
  const [scheduled, instagram, mine] = [
    { ...days, status: "scheduled" as const },
    { ...days, platform: "instagram" as const },
    { ...days, accountId: "tik" },
  ];
  const { place, of } = ranges(days, scheduled, instagram, mine);
  place(post());
  place(post({ status: "published" }));
  expect([days, scheduled, instagram, mine].map(of)).toEqual([
    [["post_1 published"], 1],
    [[], 0],
    [[], 0],
    [["post_1 published"], 1],
  ]);
});

test("a post without a time stands where it was made", () => {
  const days = { from: 0, to: 100 };
  const { place, of } = ranges(days);
  const { scheduledFor: _, ...now } = post({ status: "publishing" });
  place(now);
  expect(of(days)).toEqual([["post_1 publishing"], 1]);
});
