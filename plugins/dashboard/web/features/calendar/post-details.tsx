import { Button, Group, Image, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Ban, Copy, PencilLine, RotateCcw, Send } from "lucide-react";
import { useEffect, useState } from "react";
import type { SocialPost } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { Confirm } from "../../ui/confirm";
import { SidePanel } from "../../ui/dialog";
import { toLocalUrl } from "../../ui/media";
import { pluralise } from "../../ui/numbers";
import { VideoPlayer } from "../../ui/player";
import { getPostStatus, PostStatusBadge } from "../../ui/post-status";
import { getPostTime, getPostTitle, updateCachedPost, useSocialAccounts } from "../../ui/posts";
import { QueryView } from "../../ui/query-view";
import { Time } from "../../ui/time";
import { TimeField } from "../../ui/time-field";
import { fromClock, toClock } from "../../ui/time-zone";
import { Approval } from "./approval";
import { nextFullHour } from "./form/values";
import { Targets } from "./targets";
import { type Gate, useGate } from "./use-gate";
import { canReschedule, useReschedule } from "./use-reschedule";

/** Returns the time that a post is planned for. Undefined if it has none, or it has passed. */
const getPlannedTime = ({ scheduledFor = 0 }: SocialPost): number | undefined =>
  scheduledFor > Date.now() ? scheduledFor : undefined;

/** Schedules or reschedules a post without dragging. */
function Reschedule({ post, gate }: { post: SocialPost; gate: Gate }) {
  const reschedule = useReschedule();
  const { timezone: zone, status } = post;
  const scheduledFor = getPlannedTime(post);
  const [value, setValue] = useState({ zone, clock: toClock(scheduledFor ?? nextFullHour(), zone) });
  const [isBusy, setBusy] = useState(false);
  const time = fromClock(value.clock, value.zone);
  const isDraft = status === "draft";
  const isPast = time !== undefined && time <= Date.now();
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        if (time === undefined) return;
        setBusy(true);
        await reschedule(post, time, isDraft);
        setBusy(false);
      }}
    >
      <Stack gap="sm">
        <TimeField
          label={isDraft ? "Schedule for" : "Reschedule to"}
          value={value}
          onChange={setValue}
          error={isPast ? "Choose a time in the future" : undefined}
        />
        <Group>
          <Button
            type="submit"
            variant={isDraft ? "filled" : "light"}
            loading={isBusy}
            disabled={time === undefined || isPast || (!isDraft && time === scheduledFor)}
          >
            {!isDraft ? "Reschedule" : gate === "approval" ? "Ask for approval" : "Schedule"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const POLL_MS = 2_000;

/** What a post shows and says. It comes before the approval, which is about both. */
const Shown = ({ post }: { post: SocialPost }) => (
  <SimpleGrid cols={2} spacing="sm">
    <Media post={post} />
    <Text size="sm" dir="auto" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
      {post.content || "No caption"}
    </Text>
  </SimpleGrid>
);

/** The video of a post, or its pictures and videos side by side. */
function Media({ post }: { post: SocialPost }) {
  if (post.videoUrl)
    return <VideoPlayer url={toLocalUrl(post.videoUrl)} title={getPostTitle(post)} maxHeight="40dvh" />;
  const items = post.media ?? [];
  return (
    <SimpleGrid cols={Math.min(items.length, 3)} spacing="xs">
      {items.map(({ type, url, altText }, index) =>
        type === "video" ? (
          <VideoPlayer key={url} url={toLocalUrl(url)} title={`Video ${index + 1}`} maxHeight="40dvh" />
        ) : (
          <Image
            key={url}
            src={toLocalUrl(url)}
            alt={altText ?? `Picture ${index + 1} of ${items.length}`}
            radius="sm"
          />
        ),
      )}
    </SimpleGrid>
  );
}

/** True if publishing has started or is due. No event reports that, so the page polls. */
const isPublishing = ({ status, scheduledFor = Number.POSITIVE_INFINITY }: SocialPost) =>
  status === "publishing" || (status === "scheduled" && scheduledFor <= Date.now());

interface PendingProps {
  post: SocialPost;
  gate: Gate | undefined;
  change(run: () => Promise<SocialPost>): Promise<void>;
}

/** Publishes or cancels a draft or scheduled post. */
function PendingActions({ post, gate, change }: PendingProps) {
  const { posts } = vireo.social;
  const { postId, status, targets } = post;
  const cancel = async () => {
    await posts.delete(postId);
    return posts.get(postId);
  };
  const isDraft = status === "draft";
  return (
    <>
      {gate === "open" && status !== "needs_approval" && (
        <Confirm
          title="Publish now?"
          text={`The post is published to ${pluralise(targets.length, "channel")} immediately. You can't undo this.`}
          verb="Publish now"
          color="vireo"
          run={() => change(() => posts.publish(postId))}
        >
          {(open) => (
            <Button leftSection={<Send size={16} />} onClick={open}>
              Publish now
            </Button>
          )}
        </Confirm>
      )}
      <Confirm
        title={isDraft ? "Discard this draft?" : "Cancel this post?"}
        text="It won't be published. You can still find it with the status filter “Cancelled”."
        verb={isDraft ? "Discard draft" : "Cancel post"}
        dismiss={isDraft ? "Keep draft" : "Keep post"}
        run={() => change(cancel)}
      >
        {(open) => (
          <Button variant="subtle" color="red" leftSection={<Ban size={16} />} onClick={open}>
            {isDraft ? "Discard draft" : "Cancel post"}
          </Button>
        )}
      </Confirm>
    </>
  );
}

interface ActionsProps {
  post: SocialPost;
  gate: Gate | undefined;
  edit(post: SocialPost): void;
  duplicate(post: SocialPost): void;
}

function Actions({ post, gate, edit, duplicate }: ActionsProps) {
  const client = useQueryClient();
  const canPost = useCan("social:write");
  const action = useAction(async (run: () => Promise<SocialPost>) => updateCachedPost(client, await run()), {
    stale: ["posts"],
  });
  const failed = post.targets.filter(({ status }) => status === "failed");
  return (
    <Group gap="xs">
      {canReschedule(post) && (
        <Button variant="default" leftSection={<PencilLine size={16} />} onClick={() => edit(post)}>
          Edit
        </Button>
      )}
      {canPost && failed.length > 0 && (post.status === "failed" || post.status === "partial") && (
        <Button
          leftSection={<RotateCcw size={16} />}
          loading={action.isPending}
          onClick={() => action.mutate(() => vireo.social.posts.retry(post.postId))}
        >
          Retry {pluralise(failed.length, "failed channel")}
        </Button>
      )}
      {failed.length > 0 && (
        <Button
          variant="default"
          leftSection={<PencilLine size={16} />}
          onClick={() => duplicate({ ...post, accountIds: failed.map(({ accountId }) => accountId) })}
        >
          Edit and post again
        </Button>
      )}
      <Button variant="default" leftSection={<Copy size={16} />} onClick={() => duplicate(post)}>
        Duplicate
      </Button>
      {canReschedule(post) && <PendingActions post={post} gate={gate} change={action.mutateAsync} />}
    </Group>
  );
}

interface Props extends Omit<ActionsProps, "post" | "gate"> {
  postId: string;
  close(): void;
}

/** A post with its result per channel. */
export default function PostDetails({ postId, close, edit, duplicate }: Props) {
  const canDraft = useCan("social:draft");
  const client = useQueryClient();
  const { data: accounts = [] } = useSocialAccounts();
  const query = useQuery({
    queryKey: keys.post(postId),
    queryFn: () => vireo.social.posts.get(postId),
    refetchInterval: ({ state }) => (state.data && isPublishing(state.data) ? POLL_MS : false),
  });
  const post = query.data;
  const gate = useGate();
  useEffect(() => {
    if (post) updateCachedPost(client, post);
  }, [client, post]);
  return (
    <SidePanel onClose={close} title={post ? getPostTitle(post).slice(0, 80) : "Post"}>
      <QueryView query={query} lines={6}>
        {(post) => (
          <Stack>
            <Group gap="sm">
              <PostStatusBadge value={getPostStatus(post)} />
              {(post.status !== "draft" || post.scheduledFor) && <Time at={getPostTime(post)} zone={post.timezone} />}
            </Group>
            {canDraft && <Actions post={post} gate={gate} edit={edit} duplicate={duplicate} />}
            <Shown post={post} />
            <Approval post={post} />
            <Targets post={post} accounts={accounts} />
            {canDraft && gate && canReschedule(post) && !(gate === "draft" && post.status === "draft") && (
              <Reschedule key={`${post.scheduledFor} ${post.timezone}`} post={post} gate={gate} />
            )}
          </Stack>
        )}
      </QueryView>
    </SidePanel>
  );
}
