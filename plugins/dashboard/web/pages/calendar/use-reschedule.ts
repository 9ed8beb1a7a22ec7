import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import type { SocialPost } from "vireo/client";
import { vireo } from "../../api";
import { describeError } from "../../ui/failure";
import { isNewState, updateCachedPost } from "../../ui/posts";
import { formatDateTime } from "../../ui/time";

/** Only these have not gone out. */
export const canReschedule = ({ status }: SocialPost): boolean => status === "draft" || status === "scheduled";

const refuse = (title: string, message: string): false => {
  notifications.show({ color: "red", title, message, autoClose: 8000 });
  return false;
};

/** Moves a post to another time; false, with the reason said, where that cannot be. A draft becomes a scheduled post where `schedule` says so. */
export function useReschedule() {
  const client = useQueryClient();
  return async (post: SocialPost, at: number, schedule = false): Promise<boolean> => {
    if (at <= Date.now())
      return refuse(
        "That time has passed",
        `The post stays where it was. Choose a time after ${formatDateTime(Date.now())}.`,
      );
    try {
      const moved = await vireo.social.posts.update(post.postId, {
        scheduledFor: at,
        ...(schedule ? { mode: "schedule" } : {}),
      });
      updateCachedPost(client, moved);
      // Where its event was here first, that one has the days asked for.
      if (isNewState(client, moved)) void client.invalidateQueries({ queryKey: ["posts"] });
      notifications.show({ message: `${schedule ? "Scheduled" : "Moved"}: ${formatDateTime(at)}.` });
      return true;
    } catch (error) {
      return refuse("The post stays where it was", describeError(error).detail);
    }
  };
}
