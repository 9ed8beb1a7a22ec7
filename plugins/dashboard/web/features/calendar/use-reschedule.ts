import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import type { SocialPost } from "vireo/client";
import { vireo } from "../../api";
import { showError } from "../../ui/failure";
import { describeSaved } from "../../ui/post-status";
import { isNewState, updateCachedPost } from "../../ui/posts";
import { formatDateTime } from "../../ui/time";

/** True until publishing starts. */
export const canReschedule = ({ status }: SocialPost): boolean =>
  ["draft", "scheduled", "needs_approval"].includes(status);

/** Moves a post. `schedule` also schedules a draft. Returns false after showing an error. */
export function useReschedule() {
  const client = useQueryClient();
  return async (post: SocialPost, at: number, schedule = false): Promise<boolean> => {
    try {
      if (at <= Date.now()) throw new Error("Choose a time in the future.");
      const moved = await vireo.social.posts.update(post.postId, {
        scheduledFor: at,
        mode: schedule ? "schedule" : undefined,
      });
      updateCachedPost(client, moved);
      // If the event came first, it has already refetched the days.
      if (isNewState(client, moved)) void client.invalidateQueries({ queryKey: ["posts"] });
      notifications.show({ message: schedule ? describeSaved(moved) : `Post moved to ${formatDateTime(at)}` });
      return true;
    } catch (error) {
      showError(error, "Post not moved");
      return false;
    }
  };
}
