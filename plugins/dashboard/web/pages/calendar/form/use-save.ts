import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SocialAccount, type SocialPost, VireoError } from "vireo/client";
import { vireo } from "../../../api";
import { updateCachedPost } from "../../../ui/posts";
import { toChanges, toRequest, type Values } from "./values";

interface Order {
  /** The post that is changed; none for a new one. */
  post: SocialPost | undefined;
  before: Values;
  values: Values;
  accounts: readonly SocialAccount[];
  /** After the server said that there is the same post already. */
  allowDuplicate: boolean;
}

async function send({ post, before, values, accounts, allowDuplicate }: Order): Promise<SocialPost> {
  const again = allowDuplicate ? { allowDuplicate } : {};
  if (!post) return vireo.social.posts.create({ ...toRequest(values, accounts), ...again });
  const changes = toChanges(before, values, accounts);
  const changed = Object.keys(changes).length
    ? await vireo.social.posts.update(post.postId, { ...changes, ...again })
    : post;
  return values.mode === "now" ? vireo.social.posts.publish(changed.postId) : changed;
}

/** Makes or changes a post, and shows it on the calendar at once. */
export function useSave(done: (post: SocialPost) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    async onSuccess(post) {
      updateCachedPost(client, post);
      await client.invalidateQueries({ queryKey: ["posts"] });
      done(post);
    },
  });
}

/** The post that is the same as the one refused, by the id that a 409 tells. */
export function getDuplicateId(error: unknown): string | undefined {
  if (!(error instanceof VireoError) || error.status !== 409) return undefined;
  const { existingPostId } = { ...error.problem } as { existingPostId?: unknown };
  return typeof existingPostId === "string" ? existingPostId : undefined;
}
