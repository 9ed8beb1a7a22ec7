import { Button, Divider, Drawer, Group, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Ban, Copy, PencilLine, RotateCcw, Send } from "lucide-react";
import { useEffect } from "react";
import type { SocialPost } from "vireo/client";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { Confirm } from "../../ui/confirm";
import { Failure } from "../../ui/failure";
import { Loading } from "../../ui/loading";
import { toLocalUrl } from "../../ui/media";
import { VideoPlayer } from "../../ui/player";
import { PostStatusBadge } from "../../ui/post-status";
import { updateCachedPost, useAccounts } from "../../ui/posts";
import { Time } from "../../ui/time";
import { getPostTitle } from "./calendar-post";
import { Reschedule } from "./reschedule";
import { Targets } from "./targets";
import { canReschedule } from "./use-reschedule";

const ASK_AGAIN_MS = 2_000;
const isOnItsWay = ({ status, scheduledFor = Number.POSITIVE_INFINITY }: SocialPost) =>
  status === "publishing" || (status === "scheduled" && scheduledFor <= Date.now());

interface ActionsProps {
  post: SocialPost;
  edit(post: SocialPost): void;
  copy(post: SocialPost): void;
}

function Actions({ post, edit, copy }: ActionsProps) {
  const client = useQueryClient();
  const act = useAction(
    async (run: () => Promise<SocialPost>) => {
      const changed = await run();
      updateCachedPost(client, changed);
    },
    { changes: ["posts"] },
  );
  const { posts } = vireo.social;
  const { postId } = post;
  const cancel = async () => {
    await posts.delete(postId);
    return posts.get(postId);
  };
  const failed = post.targets.filter(({ status }) => status === "failed").length;
  const movable = canReschedule(post);
  return (
    <Group gap="xs">
      {movable && (
        <Button variant="default" leftSection={<PencilLine size={16} aria-hidden />} onClick={() => edit(post)}>
          Change
        </Button>
      )}
      {movable && (
        <Confirm
          title="Publish it now?"
          text={`It goes out to ${post.targets.length === 1 ? "1 account" : `${post.targets.length} accounts`} at once, and cannot be called back.`}
          verb="Publish now"
          run={() => act.mutateAsync(() => posts.publish(postId))}
        >
          {(ask) => (
            <Button leftSection={<Send size={16} aria-hidden />} onClick={ask}>
              Publish now
            </Button>
          )}
        </Confirm>
      )}
      {failed > 0 && (post.status === "failed" || post.status === "partial") && (
        <Button
          leftSection={<RotateCcw size={16} aria-hidden />}
          loading={act.isPending}
          onClick={() => act.mutate(() => posts.retry(postId))}
        >
          Retry {failed === 1 ? "the failed account" : `${failed} failed accounts`}
        </Button>
      )}
      <Button variant="default" leftSection={<Copy size={16} aria-hidden />} onClick={() => copy(post)}>
        Post again
      </Button>
      {movable && (
        <Confirm
          title={post.status === "draft" ? "Discard this draft?" : "Cancel this post?"}
          text="It does not go out. It stays readable under the state “Cancelled”."
          verb={post.status === "draft" ? "Discard" : "Cancel the post"}
          run={() => act.mutateAsync(cancel)}
        >
          {(ask) => (
            <Button variant="subtle" color="red" leftSection={<Ban size={16} aria-hidden />} onClick={ask}>
              {post.status === "draft" ? "Discard" : "Cancel"}
            </Button>
          )}
        </Confirm>
      )}
    </Group>
  );
}

interface Props {
  postId: string;
  close(): void;
  edit(post: SocialPost): void;
  copy(post: SocialPost): void;
}

/** A post with what came of each account, and what can be done about it. */
export function Details({ postId, close, edit, copy }: Props) {
  const mayPost = useCan("social:write");
  const client = useQueryClient();
  const { data: accounts = [] } = useAccounts();
  const {
    data: post,
    error,
    refetch,
  } = useQuery({
    queryKey: ["posts", "one", postId],
    queryFn: () => vireo.social.posts.get(postId),
    // What is under way ends by itself; the beginning of it is no event.
    refetchInterval: ({ state }) => (state.data && isOnItsWay(state.data) ? ASK_AGAIN_MS : false),
  });
  useEffect(() => {
    if (post) updateCachedPost(client, post);
  }, [client, post]);
  return (
    <Drawer opened onClose={close} position="right" size="lg" title={post ? getPostTitle(post).slice(0, 80) : "Post"}>
      {error && <Failure error={error} retry={refetch} />}
      {!post && !error && <Loading lines={6} />}
      {post && (
        <Stack>
          <Group gap="sm">
            <PostStatusBadge value={post.status} />
            {post.scheduledFor && <Time at={post.scheduledFor} zone={post.timezone} />}
          </Group>
          {mayPost && <Actions post={post} edit={edit} copy={copy} />}
          <Targets post={post} accounts={accounts} />
          {mayPost && canReschedule(post) && <Reschedule key={`${post.scheduledFor} ${post.timezone}`} post={post} />}
          <Divider />
          <VideoPlayer url={toLocalUrl(post.videoUrl)} title={getPostTitle(post)} tallest="40dvh" />
          <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {post.content || "No caption."}
          </Text>
        </Stack>
      )}
    </Drawer>
  );
}
