import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { SocialPost } from "vireo/client";
import { vireo } from "./api";
import { staleAfter } from "./query-keys";
import { isNewState, updateCachedPost } from "./ui/posts";

/** Events within this time share one round of queries: a hundred posts in a minute must not be a hundred refetches. */
const BATCH_MS = 300;

const toasts: Readonly<Record<string, { title: string; color?: string; message?: string }>> = {
  "video.completed": { title: "Video ready" },
  "image.completed": { title: "Image ready" },
  "music.completed": { title: "Music ready" },
  "plan.completed": { title: "Content plan ready" },
  // The event contains only the video's id.
  "analysis.completed": { title: "Analysis ready", message: "" },
  "analysis.failed": { title: "Analysis failed", color: "red" },
  "plan.failed": { title: "Content plan failed", color: "red" },
  "post.published": { title: "Post published" },
  "post.partial": { title: "Post published to some accounts only", color: "orange" },
  "post.failed": { title: "Post failed", color: "red" },
  "video.failed": { title: "Video failed", color: "red" },
  "image.failed": { title: "Image failed", color: "red" },
  "music.failed": { title: "Music failed", color: "red" },
  "credits.low": { title: "Credits are running low", color: "orange" },
};

/** Keeps queries up to date with the server's events, and shows a toast for the important ones. */
export function useLiveEvents(): void {
  const client = useQueryClient();
  useEffect(() => {
    const abort = new AbortController();
    const stale = new Set<string>();
    let timer: Timer | undefined;
    const refetch = () => {
      timer = undefined;
      for (const resource of stale) void client.invalidateQueries({ queryKey: [resource] });
      stale.clear();
    };
    const follow = async () => {
      for await (const { type, data } of vireo.events({ signal: abort.signal })) {
        const post = type.startsWith("post.") ? (data as SocialPost) : undefined;
        if (post) updateCachedPost(client, post);
        // This browser made the change itself, and its queries are already up to date.
        const isKnown = post !== undefined && !isNewState(client, post);
        if (!isKnown) for (const resource of staleAfter[type.split(".")[0] ?? ""] ?? []) stale.add(resource);
        timer ??= setTimeout(refetch, BATCH_MS);
        const { failMessage, prompt } = data as { failMessage?: string; prompt?: string };
        const toast = toasts[type];
        if (toast) notifications.show({ message: failMessage ?? prompt?.slice(0, 80) ?? "", ...toast });
      }
    };
    void follow().catch(() => {});
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [client]);
}
