import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { Ban, CalendarClock, Send } from "lucide-react";
import { useCallback, useState } from "react";
import type { SocialPost } from "vireo/client";
import { vireo } from "../../api";
import { useAction } from "../../ui/action";
import { Confirm } from "../../ui/confirm";
import { showError } from "../../ui/failure";
import { forEachItem } from "../../ui/for-each";
import { lazyDialog } from "../../ui/lazy-dialog";
import { pluralise } from "../../ui/numbers";
import { getPostTime, type PostDay } from "../../ui/posts";
import { SelectionBar } from "../../ui/selection-bar";
import { localZone } from "../../ui/time";
import { moveAlong } from "./time-slot";
import { canReschedule } from "./use-reschedule";

const MoveDialog = lazyDialog(() => import("./move-dialog"));
const ReviewDialog = lazyDialog(() => import("../../ui/review-dialog"));

/** Posts that one review can have. */
const MAX_REVIEWED = 50;

/** Selected posts. They stay selected when the calendar shows other dates. */
export interface Selection {
  /** True while posts are being selected. */
  isActive: boolean;
  posts: readonly SocialPost[];
  has(postId: string): boolean;
  toggle(post: SocialPost): void;
  add(posts: readonly SocialPost[]): void;
  start(): void;
  clear(): void;
  /** Ends the selection. */
  end(): void;
}

export function useSelection(): Selection {
  const [selected, setSelected] = useState<ReadonlyMap<string, SocialPost>>(new Map());
  const [isActive, setActive] = useState(false);
  const toEntries = (posts: readonly SocialPost[]) => posts.map((post) => [post.postId, post] as const);
  return {
    isActive,
    posts: [...selected.values()],
    // Stable, so that the calendar renders again only when the selection changes.
    has: useCallback((postId: string) => selected.has(postId), [selected]),
    toggle(post) {
      const next = new Map(selected);
      if (!next.delete(post.postId)) next.set(post.postId, post);
      setActive(true);
      setSelected(next);
    },
    add: (posts) => setSelected(new Map([...selected, ...toEntries(posts.filter(canReschedule))])),
    start: () => setActive(true),
    clear: () => setSelected(new Map()),
    end() {
      setActive(false);
      setSelected(new Map());
    },
  };
}

/** Moves all selected posts as far as the dragged one. Returns false after showing an error. */
export function useMoveTogether({ posts, clear }: Selection) {
  const client = useQueryClient();
  const refetch = () => client.invalidateQueries({ queryKey: ["posts"] });
  return async (dragged: SocialPost, at: number): Promise<boolean> => {
    const times = posts.map((post) => moveAlong(getPostTime(post), getPostTime(dragged), at, localZone));
    try {
      if (times.some((time) => time <= Date.now())) throw new Error("Choose a time in the future for all of them.");
      await forEachItem([...posts.entries()], async ([index, { postId }]) =>
        vireo.social.posts.update(postId, { scheduledFor: times[index] as number }),
      );
      // Before the selection ends: until then, posts that are selected again have their old times.
      await refetch();
      notifications.show({ message: `${pluralise(posts.length, "post")} moved` });
      clear();
      return true;
    } catch (error) {
      showError(error, "Not all posts were moved");
      await refetch();
      return false;
    }
  };
}

interface Props {
  selection: Selection;
  /** The visible days. */
  days: readonly PostDay[];
}

/** Actions for the selected posts. */
export function PostsBar({ selection: { posts, add, end }, days }: Props) {
  const visible = days.flatMap((day) => day.posts);
  const [isMoving, setMoving] = useState(false);
  const [isSending, setSending] = useState(false);
  const cancel = useAction(() => forEachItem(posts, ({ postId }) => vireo.social.posts.delete(postId)).finally(end), {
    stale: ["posts"],
    done: `${pluralise(posts.length, "post")} cancelled`,
  });
  const isEmpty = posts.length === 0;
  return (
    <SelectionBar count={posts.length} hint="Choose posts to select them" end="Done" clear={end}>
      <Button size="xs" variant="default" onClick={() => add(visible)} disabled={!visible.some(canReschedule)}>
        Select all shown
      </Button>
      <Button
        size="xs"
        variant="light"
        leftSection={<CalendarClock size={14} />}
        disabled={isEmpty}
        onClick={() => setMoving(true)}
      >
        Move
      </Button>
      <Button
        size="xs"
        variant="light"
        leftSection={<Send size={14} />}
        disabled={isEmpty || posts.length > MAX_REVIEWED}
        onClick={() => setSending(true)}
      >
        Send to a client
      </Button>
      <Confirm
        title={`Cancel ${pluralise(posts.length, "post")}?`}
        text="They won't be published. You can still find them with the status filter “Cancelled”."
        verb={`Cancel ${pluralise(posts.length, "post")}`}
        dismiss="Keep posts"
        run={() => cancel.mutateAsync(undefined)}
      >
        {(open) => (
          <Button
            size="xs"
            variant="light"
            color="red"
            leftSection={<Ban size={14} />}
            disabled={isEmpty}
            onClick={open}
          >
            Cancel posts
          </Button>
        )}
      </Confirm>
      {isMoving && <MoveDialog posts={posts} moved={end} close={() => setMoving(false)} />}
      {isSending && (
        <ReviewDialog
          title={`Send ${pluralise(posts.length, "post")} to a client`}
          content={{ postIds: posts.map(({ postId }) => postId) }}
          close={() => setSending(false)}
        />
      )}
    </SelectionBar>
  );
}
