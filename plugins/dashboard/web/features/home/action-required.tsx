import { ActionIcon, Anchor, Box, Button, Group, Stack, Text, ThemeIcon } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { RotateCcw, Trash2, UserCheck } from "lucide-react";
import type { ReactNode } from "react";
import type { SocialPost } from "vireo/client";
import { Link } from "wouter";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useCan, useMe } from "../../session";
import { useAction } from "../../ui/action";
import { describeFailedJob, isCancelled } from "../../ui/failure";
import { type MediaItem, media } from "../../ui/media";
import { Panel } from "../../ui/panel";
import { getPostStatus, PostStatusBadge, statuses } from "../../ui/post-status";
import { getPostTitle } from "../../ui/posts";
import { Time } from "../../ui/time";

/** Older failures are not shown. */
const MAX_AGE_MS = 7 * 24 * 3_600_000;
const MAX_ROWS = 4;
/** More posts that wait for an approval share one row. */
const MAX_WAITING = 2;
/** Newest drafts among which those with requested changes are found. */
const MAX_DRAFTS = 50;

const NOTHING: { posts: readonly SocialPost[]; waiting: number } = { posts: [], waiting: 0 };

interface RowProps {
  icon: ReactNode;
  color?: string;
  title: string;
  href: string;
  reason: ReactNode;
  at?: number;
  children?: ReactNode;
}

const Row = ({ icon, color = "red", title, href, reason, at, children }: RowProps) => (
  <Group wrap="nowrap" gap="sm" align="flex-start">
    <ThemeIcon variant="light" color={color} size="lg" aria-hidden>
      {icon}
    </ThemeIcon>
    <Box flex={1} miw={0}>
      <Anchor component={Link} href={href} size="sm" fw={500} lineClamp={1}>
        {title}
      </Anchor>
      <Text size="sm">{reason}</Text>
      {at !== undefined && (
        <Text size="xs" c="dimmed" component="div">
          <Time at={at} as="relative" size="xs" />
        </Text>
      )}
      <Group gap="xs" mt={4}>
        {children}
      </Group>
    </Box>
  </Group>
);

function FailedItem({ item }: { item: MediaItem }) {
  const { kind, id, title, createdAt, completedAt } = item;
  const { resource, icon: Icon, remove } = media[kind];
  const canCreate = useCan("media:write");
  const removal = useAction(() => remove(id), { stale: [resource] });
  return (
    <Row
      icon={<Icon size={18} />}
      title={title}
      href={`/library/${kind}/${id}`}
      reason={describeFailedJob(item)}
      at={completedAt ?? createdAt}
    >
      {canCreate && (
        <>
          <Button
            component={Link}
            href={`/create?kind=${kind}&from=${id}`}
            size="compact-xs"
            variant="light"
            leftSection={<RotateCcw size={14} />}
          >
            Try again
          </Button>
          <ActionIcon
            size="sm"
            title="Delete"
            aria-label={`Delete “${title}”`}
            loading={removal.isPending}
            onClick={() => removal.mutate(undefined)}
          >
            <Trash2 size={14} />
          </ActionIcon>
        </>
      )}
    </Row>
  );
}

/** `email`: of the signed-in person. */
function getReason(post: SocialPost, email: string): string {
  const { targets, approval } = post;
  const { requestedBy = "Somebody", overdue, decisions } = approval;
  const status = getPostStatus(post);
  if (status === "needs_approval") {
    const request = requestedBy === email ? "You asked for an approval." : `${requestedBy} asks for your approval.`;
    return overdue ? `${request} Its time has passed.` : request;
  }
  const { by, comment = "Please change this post." } = decisions.at(-1) ?? {};
  if (status === "rejected") return `${by === email ? "You" : by}: ${comment}`;
  return (
    targets.find(({ status }) => status === "failed")?.errorMessage ??
    "We couldn't confirm whether this post was published. It won't be sent twice."
  );
}

function PostToCheck({ post }: { post: SocialPost }) {
  const { email } = useMe();
  const status = getPostStatus(post);
  const { icon: Icon, color } = statuses[status];
  return (
    <Row
      icon={<Icon size={18} />}
      color={color}
      title={getPostTitle(post)}
      href={`/calendar?post=${post.postId}`}
      reason={getReason(post, email)}
      at={post.updatedAt}
    >
      <PostStatusBadge value={status} size="md" />
      <Button component={Link} href={`/calendar?post=${post.postId}`} size="compact-xs" variant="light">
        Open in calendar
      </Button>
    </Row>
  );
}

/** Reads posts to change, to approve or that failed recently, newest first. Many that wait are only counted. */
export function usePostsToCheck() {
  const [canApprove, canDraft] = [useCan("social:approve"), useCan("social:draft")];
  const { data = NOTHING, isLoading } = useQuery({
    queryKey: keys.failedPosts,
    enabled: useCan("social:read"),
    queryFn: async () => {
      const { list } = vireo.social.posts;
      const from = Date.now() - MAX_AGE_MS;
      const [waiting, drafts, ...failed] = await Promise.all([
        canApprove ? list({ status: "needs_approval", pageSize: MAX_ROWS }) : undefined,
        canDraft ? list({ status: "draft", pageSize: MAX_DRAFTS }) : undefined,
        ...(["failed", "partial"] as const).map((status) => list({ status, from, pageSize: MAX_ROWS })),
      ]);
      const total = waiting?.pagination.total ?? 0;
      const posts = [
        ...(total > MAX_WAITING ? [] : (waiting?.posts ?? [])),
        ...(drafts?.posts ?? []).filter((post) => getPostStatus(post) === "rejected"),
        ...failed.flatMap((list) => list.posts),
      ];
      return {
        posts: posts.toSorted((a, b) => b.updatedAt - a.updatedAt),
        waiting: total > MAX_WAITING ? total : 0,
      };
    },
  });
  return { ...data, isLoading };
}

interface Props {
  items: readonly MediaItem[];
  posts: readonly SocialPost[];
  /** Number of posts that wait for an approval and are not among `posts`. */
  waiting: number;
}

/** Lists what waits for the person, and recent failures with suggested actions. */
export function ActionRequired({ items, posts, waiting }: Props) {
  const since = Date.now() - MAX_AGE_MS;
  const failed = items.filter((item) => item.status === "failed" && !isCancelled(item) && item.createdAt > since);
  if (failed.length + posts.length + waiting === 0) return null;
  return (
    <Panel title="Action required">
      <Stack gap="md">
        {waiting > 0 && (
          <Row
            icon={<UserCheck size={18} />}
            color="orange"
            title={`${waiting.toLocaleString()} posts need approval`}
            href="/calendar?status=needs_approval"
            reason="They are not published without one."
          />
        )}
        {posts.slice(0, MAX_ROWS).map((post) => (
          <PostToCheck key={post.postId} post={post} />
        ))}
        {failed.slice(0, MAX_ROWS).map((item) => (
          <FailedItem key={item.id} item={item} />
        ))}
        {failed.length > MAX_ROWS && (
          <Anchor component={Link} href={`/library?kind=${failed[0]?.kind}&status=failed`} size="sm">
            {failed.length - MAX_ROWS} more in the library
          </Anchor>
        )}
      </Stack>
    </Panel>
  );
}
