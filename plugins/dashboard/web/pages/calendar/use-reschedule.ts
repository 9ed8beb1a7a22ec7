import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import type { SocialPost } from "vireo/client";
import { vireo } from "../../api";
import { wordsOf } from "../../ui/failure";
import { isNews, placePost } from "../../ui/posts";
import { dateTime } from "../../ui/time";

/** Only these have not gone out. */
export const isMovable = ({ status }: SocialPost): boolean => status === "draft" || status === "scheduled";

const refuse = (title: string, message: string): false => {
  notifications.show({ color: "red", title, message, autoClose: 8000 });
  return false;
};

/** Moves a post to another time; false, with the reason said, where that cannot be. A draft becomes a scheduled post where `schedule` says so. */
export function useMove() {
  const client = useQueryClient();
  return async (post: SocialPost, at: number, schedule = false): Promise<boolean> => {
    if (at <= Date.now())
      return refuse(
        "That time has passed",
        `The post stays where it was. Choose a time after ${dateTime(Date.now())}.`,
      );
    try {
      const moved = await vireo.social.posts.update(post.postId, {
        scheduledFor: at,
        ...(schedule ? { mode: "schedule" } : {}),
      });
      placePost(client, moved);
      // Where its event was here first, that one has the days asked for.
      if (isNews(client, moved)) void client.invalidateQueries({ queryKey: ["posts"] });
      notifications.show({ message: `${schedule ? "Scheduled" : "Moved"}: ${dateTime(at)}.` });
      return true;
    } catch (error) {
      return refuse("The post stays where it was", wordsOf(error).detail);
    }
  };
}
