import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { SocialPost } from "vireo/client";
import { vireo } from "./api";
import { isNewState, updateCachedPost } from "./ui/posts";

/** Beginning of an event's type → the questions whose answers it changes. */
const touched: Record<string, readonly string[]> = {
  video: ["videos", "home"],
  image: ["images", "home"],
  music: ["music", "home"],
  post: ["posts", "home"],
  account: ["accounts", "home"],
  analysis: ["analyses", "viral"],
  plan: ["plans"],
  credits: ["credits"],
};

/** Events that come within this time are answered together. */
const TOGETHER_MS = 300;

const told: Record<string, { title: string; color?: string; message?: string }> = {
  "video.completed": { title: "A video is ready" },
  "image.completed": { title: "A picture is ready" },
  "music.completed": { title: "A track is ready" },
  "plan.completed": { title: "A content plan is ready" },
  // What it is about is told by nothing but an id.
  "analysis.completed": { title: "An analysis is ready", message: "" },
  "analysis.failed": { title: "An analysis has failed", color: "red" },
  "plan.failed": { title: "A content plan has failed", color: "red" },
  "post.published": { title: "A post is out" },
  "post.partial": { title: "A post is out on some accounts only", color: "orange" },
  "post.failed": { title: "A post has failed", color: "red" },
  "video.failed": { title: "A video has failed", color: "red" },
  "image.failed": { title: "A picture has failed", color: "red" },
  "music.failed": { title: "A track has failed", color: "red" },
  "credits.low": { title: "Credits are running low", color: "orange" },
};

/** While the page is open, what happens on the server is shown without asking for it again and again. */
export function useLiveEvents(): void {
  const client = useQueryClient();
  useEffect(() => {
    const ending = new AbortController();
    // A hundred posts that go out in a minute are a hundred events, and a few questions.
    const stale = new Set<string>();
    let asking: Timer | undefined;
    const ask = () => {
      asking = undefined;
      for (const key of stale) void client.invalidateQueries({ queryKey: [key] });
      stale.clear();
    };
    const follow = async () => {
      for await (const { type, data } of vireo.events({ signal: ending.signal })) {
        const post = type.startsWith("post.") ? (data as SocialPost) : undefined;
        if (post) updateCachedPost(client, post);
        const known = post && !isNewState(client, post);
        for (const key of [...(touched[type.split(".")[0] ?? ""] ?? []), "credits"])
          if (!(known && key === "posts")) stale.add(key);
        asking ??= setTimeout(ask, TOGETHER_MS);
        const words = told[type];
        const { failMessage, prompt } = data as { failMessage?: string; prompt?: string };
        if (words) notifications.show({ message: failMessage ?? prompt?.slice(0, 80) ?? "", ...words });
      }
    };
    void follow().catch(() => {});
    return () => {
      ending.abort();
      clearTimeout(asking);
    };
  }, [client]);
}
