import { emptyValues, type Values } from "./values";

/** Start of the names of drafts of new posts. */
export const NEW_DRAFT = "post-new:";

/** Name of the draft of a post. Every new post has a draft of its own, so that two windows never share one. */
export const getDraftName = (postId?: string): string => (postId ? `post:${postId}` : NEW_DRAFT + crypto.randomUUID());

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
