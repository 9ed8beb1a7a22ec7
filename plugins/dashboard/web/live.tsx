import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type SocialPost, VireoError, type VireoEvent } from "vireo/client";
import { vireo } from "./api";
import { type Resource, staleAfter } from "./query-keys";
import { useMe } from "./session";
import { listenToTabs } from "./tabs";
import { connection } from "./ui/connection";
import { keepEvent, openInbox } from "./ui/inbox";
import { describeEvent, findNotice, type Notice } from "./ui/notices";
import { notify } from "./ui/notify";
import { isNewState, updateCachedPost } from "./ui/posts";
import { wait } from "./wait";

/** Events within this time share one refetch, so that a burst of events doesn't cause a burst of requests. */
const BATCH_MS = 300;

/** Tolerated difference between the clocks of the server and the browser. */
const CLOCK_TOLERANCE_MS = 10_000;
/** Pause between checks of a server that can't be reached. */
const RETRY_MS = 3_000;

const isServerUp = (): Promise<boolean> =>
  fetch("/health").then(
    ({ ok }) => ok,
    () => false,
  );

/** Resolves when the server responds or the page is left. Shows the "connection lost" bar until then. */
async function waitForServer(signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !(await isServerUp())) {
    connection.setLost(true);
    await wait(RETRY_MS);
  }
  connection.setLost(false);
}

/** Marks the queries of an event as stale. Shows a toast for the important ones. */
function handleEvent(
  client: QueryClient,
  event: VireoEvent,
  notice: Notice | undefined,
  markStale: (resource: Resource) => void,
): void {
  const { type, data } = event;
  const post = type.startsWith("post.") && "approval" in data ? (data as SocialPost) : undefined;
  if (post) updateCachedPost(client, post);
  // If this browser made the change, its queries are already up to date.
  const isKnown = post !== undefined && !isNewState(client, post);
  if (!isKnown) for (const resource of staleAfter[type.split(".")[0] ?? ""] ?? []) markStale(resource);
  if (!notice) return;
  const { title, color, label = "Open" } = notice;
  const href = notice.href?.(data as Record<string, unknown>);
  notify({ title, message: describeEvent(event, notice), color, link: href ? { href, label } : undefined });
}

/** Follows the server's events until the page is left. Refetches all queries after a lost connection. */
async function followEvents(
  client: QueryClient,
  signal: AbortSignal,
  { lastEventId: first, onEvent }: { lastEventId: string | undefined; onEvent(event: VireoEvent): void },
) {
  let lastEventId = first;
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
      // The session has ended. The next request redirects to the sign-in page.
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
  const { personId, account, email } = useMe();
  const owner = `${account.accountId}:${personId}`;
  useEffect(() => {
    const openedAt = Date.now();
    const lastEventId = openInbox(owner);
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
    const onEvent = (event: VireoEvent) => {
      const notice = findNotice(event, email);
      keepEvent(event, notice);
      // Earlier events are only for the bell: the page's data is newer.
      if (Date.parse(event.timestamp) > openedAt - CLOCK_TOLERANCE_MS) handleEvent(client, event, notice, markStale);
    };
    void followEvents(client, abort.signal, { lastEventId, onEvent });
    const stopListening = listenToTabs((resources) => resources.forEach(markStale));
    return () => {
      abort.abort();
      stopListening();
      clearTimeout(timer);
    };
  }, [client, owner, email]);
}
