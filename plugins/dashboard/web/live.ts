import { notifications } from "@mantine/notifications";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type SocialPost, VireoError, type VireoEvent } from "vireo/client";
import { vireo } from "./api";
import { type Resource, staleAfter } from "./query-keys";
import { listenToTabs } from "./tabs";
import { connection } from "./ui/connection";
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
  "post.partial": { title: "Post published to some channels only", color: "orange" },
  "post.failed": { title: "Post failed", color: "red" },
  "video.failed": { title: "Video failed", color: "red" },
  "image.failed": { title: "Image failed", color: "red" },
  "music.failed": { title: "Music failed", color: "red" },
  "credits.low": { title: "Credits are running low", color: "orange" },
};

/** Time between two looks at a server that is away. */
const RETRY_MS = 3_000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const isServerUp = (): Promise<boolean> =>
  fetch("/health").then(
    ({ ok }) => ok,
    () => false,
  );

/** Resolves when the server answers, or the page is left. Shows that the connection is lost meanwhile. */
async function waitForServer(signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !(await isServerUp())) {
    connection.setLost(true);
    await wait(RETRY_MS);
  }
  connection.setLost(false);
}

/** Marks the queries of an event as stale. Shows a toast for the important ones. */
function handleEvent(client: QueryClient, { type, data }: VireoEvent, markStale: (resource: Resource) => void): void {
  const post = type.startsWith("post.") ? (data as SocialPost) : undefined;
  if (post) updateCachedPost(client, post);
  // This browser made the change itself, and its queries are already up to date.
  const isKnown = post !== undefined && !isNewState(client, post);
  if (!isKnown) for (const resource of staleAfter[type.split(".")[0] ?? ""] ?? []) markStale(resource);
  const { failMessage, prompt } = data as { failMessage?: string; prompt?: string };
  const toast = toasts[type];
  if (toast) notifications.show({ message: failMessage ?? prompt?.slice(0, 80) ?? "", ...toast });
}

/** Follows the server's events until the page is left. After a lost connection, everything is refetched. */
async function followEvents(client: QueryClient, signal: AbortSignal, onEvent: (event: VireoEvent) => void) {
  let lastEventId: string | undefined;
  let isReconnected = false;
  while (!signal.aborted) {
    const lost = new AbortController();
    const stream = vireo.events({
      signal: AbortSignal.any([signal, lost.signal]),
      lastEventId,
      onClose: () => lost.abort(),
      onOpen: () => isReconnected && void client.invalidateQueries(),
    });
    try {
      for await (const event of stream) {
        lastEventId = event.id;
        onEvent(event);
      }
    } catch (error) {
      // Without a session there are no events, and the next request leads to the sign-in page.
      if (error instanceof VireoError && error.status > 0 && error.status < 500 && error.status !== 429) return;
    }
    isReconnected = true;
    await wait(BATCH_MS);
    await waitForServer(signal);
  }
}

/** Keeps queries up to date with the server's events and with changes made in other tabs. */
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
    const markStale = (resource: string) => {
      stale.add(resource);
      timer ??= setTimeout(refetch, BATCH_MS);
    };
    void followEvents(client, abort.signal, (event) => handleEvent(client, event, markStale));
    const stopListening = listenToTabs((resources) => resources.forEach(markStale));
    return () => {
      abort.abort();
      stopListening();
      clearTimeout(timer);
    };
  }, [client]);
}
