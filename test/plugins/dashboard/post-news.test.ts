import { expect, test } from "bun:test";
import { QueryClient } from "@tanstack/react-query";
import { isNewState } from "#plugins/dashboard/web/ui/posts";
import type { SocialPost } from "#sdk/client/index";

test("each state of a post is new once, from a response or an event", () => {
  const client = new QueryClient();
  const post = { postId: "post_1", scheduledFor: 1, targets: [{ status: "scheduled" }] } as unknown as SocialPost;
  const moved = { ...post, scheduledFor: 2 };
  // The database does not keep the order of fields.
  const fromEvent = Object.fromEntries(Object.entries(structuredClone(moved)).reverse()) as unknown as SocialPost;
  expect([post, moved, fromEvent, post, fromEvent].map((one) => isNewState(client, one))).toEqual([
    true,
    true,
    false,
    true,
    true,
  ]);
  client.clear();
});
