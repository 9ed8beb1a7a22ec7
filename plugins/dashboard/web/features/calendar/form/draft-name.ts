/** Start of the names of drafts of new posts. */
export const NEW_DRAFT = "post-new:";

/** Name of the draft of a post. Every new post has a draft of its own, so that two windows never share one. */
export const getDraftName = (postId?: string): string => (postId ? `post:${postId}` : NEW_DRAFT + crypto.randomUUID());
