import { useSyncExternalStore } from "react";
import type { VireoEvent } from "vireo/client";
import { describeEvent, type Notice } from "./notices";

/** A notification in the bell. */
export interface InboxItem {
  /** ID of the event. */
  id: string;
  at: number;
  title: string;
  text: string;
  color?: string;
  href?: string;
}

interface Inbox {
  /** The event stream resumes after it, so that nothing is missed between visits. */
  lastEventId?: string;
  /** Newer items are unread. */
  seenAt: number;
  items: readonly InboxItem[];
}

const MAX_ITEMS = 30;
const EMPTY: Inbox = { seenAt: 0, items: [] };

/** The inbox of the signed-in person. It is stored in the browser and shared by its tabs. */
let storageKey = "";
let inbox: Inbox = EMPTY;
const listeners = new Set<() => void>();

function read(): Inbox {
  try {
    return { ...EMPTY, ...JSON.parse(localStorage.getItem(storageKey) ?? "{}") };
  } catch {
    return EMPTY;
  }
}

function write(next: Inbox): void {
  inbox = next;
  try {
    localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {}
  for (const listener of listeners) listener();
}

/** Opens the inbox of a person. Returns the ID of its last event. */
export function openInbox(owner: string): string | undefined {
  storageKey = `vireo:inbox:${owner}`;
  inbox = read();
  if (inbox.seenAt === 0) write({ ...inbox, seenAt: Date.now() });
  return inbox.lastEventId;
}

/** Adds the notification of an event, if it has one and no other tab has added it. */
export function keepEvent(event: VireoEvent, notice: Notice | undefined): void {
  const before = read();
  const isKnown = before.items.some(({ id }) => id === event.id);
  const href = notice?.href?.(event.data as Record<string, unknown>);
  const items =
    !notice || notice.isKept === false || isKnown
      ? before.items
      : [
          {
            id: event.id,
            at: Date.parse(event.timestamp),
            title: notice.title,
            text: describeEvent(event, notice),
            color: notice.color || undefined,
            href: href || undefined,
          },
          ...before.items,
        ].slice(0, MAX_ITEMS);
  write({ ...before, items, lastEventId: event.id });
}

export const markSeen = (): void => write({ ...read(), seenAt: Date.now() });
export const clearInbox = (): void => write({ ...read(), items: [], seenAt: Date.now() });

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== storageKey) return;
    inbox = read();
    listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", onStorage);
  };
}

/** Returns the notifications, newest first, and the number of unread ones. */
export function useInbox(): { items: readonly InboxItem[]; unread: number } {
  const { items, seenAt } = useSyncExternalStore(subscribe, () => inbox);
  return { items, unread: items.filter(({ at }) => at > seenAt).length };
}
