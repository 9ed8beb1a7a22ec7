import { useQuery } from "@tanstack/react-query";
import type { Drafts } from "vireo/client";
import { vireo } from "../../../api";
import { keys } from "../../../query-keys";
import { listUnsaved } from "../../../ui/draft";
import { emptyValues, type Values } from "./values";

const NEW = "post-new:";
/** A draft in a list, without its content. */
export type DraftSummary = Drafts["drafts"][number];
const MINUTE = 60_000;

/** Name of the draft of a post. Every new post has a draft of its own, so that two windows never share one. */
export const getDraftName = (postId?: string): string => (postId ? `post:${postId}` : NEW + crypto.randomUUID());

/** Lists new posts that were begun, here or in another browser, and neither saved nor discarded. */
export const useUnfinished = (enabled: boolean) =>
  useQuery({
    queryKey: keys.unfinishedPosts,
    async queryFn(): Promise<DraftSummary[]> {
      const { drafts } = await vireo.drafts.list({ prefix: NEW });
      // After a reload, the last change of this tab may still be on its way.
      const unsaved = listUnsaved(NEW).filter((name) => drafts.every((draft) => draft.name !== name));
      return [...unsaved.map((name) => ({ name, revision: 0, updatedAt: Date.now() })), ...drafts];
    },
    staleTime: MINUTE,
    enabled,
  });

/** Takes the new post that an earlier version has kept in this browser. */
export function takeLocalPost(accountId: string): Values | undefined {
  const key = `vireo:post:${accountId}:new`;
  try {
    const text = localStorage.getItem(key);
    localStorage.removeItem(key);
    return text ? { ...emptyValues(), ...JSON.parse(text) } : undefined;
  } catch {
    return undefined;
  }
}
