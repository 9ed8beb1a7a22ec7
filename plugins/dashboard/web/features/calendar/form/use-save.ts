import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SocialAccount, type SocialPost, VireoError } from "vireo/client";
import { vireo } from "../../../api";
import { updateCachedPost } from "../../../ui/posts";
import { toChanges, toRequest, type Values } from "./values";

interface SaveInput {
  /** The post to edit. Undefined for a new one. */
  post: SocialPost | undefined;
  before: Values;
  values: Values;
  accounts: readonly SocialAccount[];
  /** True if the user confirmed a duplicate that the API found. */
  allowDuplicate: boolean;
}

async function send({ post, before, values, accounts, allowDuplicate }: SaveInput): Promise<SocialPost> {
  const duplicate = allowDuplicate ? { allowDuplicate } : {};
  if (!post) return vireo.social.posts.create({ ...toRequest(values, accounts), ...duplicate });
  const changes = toChanges(post, before, values, accounts);
  const updated = Object.keys(changes).length
    ? await vireo.social.posts.update(post.postId, { ...changes, ...duplicate })
    : post;
  return values.mode === "now" ? vireo.social.posts.publish(updated.postId) : updated;
}

/** Creates or updates a post, and shows it on the calendar immediately. */
export function useSave(onSaved: (post: SocialPost) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    async onSuccess(post) {
      updateCachedPost(client, post);
      await client.invalidateQueries({ queryKey: ["posts"] });
      onSaved(post);
    },
  });
}

/** Returns the ID of the existing post if the API refused a duplicate. */
export function getDuplicateId(error: unknown): string | undefined {
  if (!(error instanceof VireoError) || error.status !== 409) return undefined;
  const { existingPostId } = { ...error.problem } as { existingPostId?: unknown };
  return typeof existingPostId === "string" ? existingPostId : undefined;
}
