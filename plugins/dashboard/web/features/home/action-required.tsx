import { ActionIcon, Anchor, Box, Button, Group, Stack, Text, ThemeIcon } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CalendarX, RotateCcw, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { SocialPost } from "vireo/client";
import { Link } from "wouter";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { describeFailedJob, isCancelled } from "../../ui/failure";
import { type MediaItem, media } from "../../ui/media";
import { Panel } from "../../ui/panel";
import { getPostStatus, PostStatusBadge } from "../../ui/post-status";
import { getPostTitle } from "../../ui/posts";
import { Time } from "../../ui/time";

/** Older failures are not shown. */
const MAX_AGE_MS = 7 * 24 * 3_600_000;
const MAX_ROWS = 4;

interface RowProps {
  icon: ReactNode;
  title: string;
  href: string;
  reason: ReactNode;
  at: number;
  children?: ReactNode;
}

const Row = ({ icon, title, href, reason, at, children }: RowProps) => (
  <Group wrap="nowrap" gap="sm" align="flex-start">
    <ThemeIcon variant="light" color="red" size="lg" aria-hidden>
      {icon}
    </ThemeIcon>
    <Box flex={1} miw={0}>
      <Anchor component={Link} href={href} size="sm" fw={500} lineClamp={1}>
        {title}
      </Anchor>
      <Text size="sm">{reason}</Text>
      <Text size="xs" c="dimmed" component="div">
        <Time at={at} as="relative" size="xs" />
      </Text>
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

const getReason = ({ status, targets, approval: { requestedBy, overdue } }: SocialPost): string =>
  status === "needs_approval"
    ? `${requestedBy ?? "Somebody"} asks for your approval.${overdue ? " Its time has passed." : ""}`
    : (targets.find(({ status }) => status === "failed")?.errorMessage ??
      "We couldn't confirm whether this post was published. It won't be sent twice.");

const PostToCheck = ({ post }: { post: SocialPost }) => (
  <Row
    icon={<CalendarX size={18} />}
    title={getPostTitle(post)}
    href={`/calendar?post=${post.postId}`}
    reason={getReason(post)}
    at={post.updatedAt}
  >
    <PostStatusBadge value={getPostStatus(post)} size="md" />
    <Button component={Link} href={`/calendar?post=${post.postId}`} size="compact-xs" variant="light">
      Open in calendar
    </Button>
  </Row>
);

/** Reads posts that wait for an approval or failed recently, newest first. */
export function usePostsToCheck() {
  const canApprove = useCan("social:approve");
  const { data: posts = [], isLoading } = useQuery({
    queryKey: keys.failedPosts,
    enabled: useCan("social:read"),
    queryFn: async () => {
      const { list } = vireo.social.posts;
      const from = Date.now() - MAX_AGE_MS;
      const lists = await Promise.all([
        ...(canApprove ? [list({ status: "needs_approval", pageSize: MAX_ROWS })] : []),
        ...(["failed", "partial"] as const).map((status) => list({ status, from, pageSize: MAX_ROWS })),
      ]);
      return lists.flatMap((list) => list.posts).toSorted((a, b) => b.updatedAt - a.updatedAt);
    },
  });
  return { posts, isLoading };
}

interface Props {
  items: readonly MediaItem[];
  posts: readonly SocialPost[];
}

/** Lists what waits for the person, and recent failures with suggested actions. */
export function ActionRequired({ items, posts }: Props) {
  const since = Date.now() - MAX_AGE_MS;
  const failed = items.filter((item) => item.status === "failed" && !isCancelled(item) && item.createdAt > since);
  if (failed.length + posts.length === 0) return null;
  return (
    <Panel title="Action required">
      <Stack gap="md">
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
