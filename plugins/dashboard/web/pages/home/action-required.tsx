import { ActionIcon, Anchor, Box, Button, Group, Stack, Text, ThemeIcon, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CalendarX, RotateCcw, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { SocialPost } from "vireo/client";
import { Link } from "wouter";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { type MediaItem, media } from "../../ui/media";
import { Panel } from "../../ui/panel";
import { Status } from "../../ui/status";
import { Time } from "../../ui/time";

/** What went wrong before is history. */
const SINCE_MS = 7 * 24 * 3_600_000;
const SHOWN = 4;

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
      <Anchor component={Link} href={href} size="sm" fw={550} lineClamp={1}>
        {title}
      </Anchor>
      <Text size="sm">{reason}</Text>
      <Group gap="xs" mt={4}>
        {children}
        <Text size="xs" c="dimmed" component="div">
          <Time at={at} as="relative" />
        </Text>
      </Group>
    </Box>
  </Group>
);

function FailedMedium({ medium }: { medium: MediaItem }) {
  const { kind, id, title, failMessage, createdAt, completedAt } = medium;
  const facts = media[kind];
  const mayMake = useCan("media:write");
  const remove = useAction(() => facts.remove(id), { changes: [facts.key] });
  const Icon = facts.icon;
  return (
    <Row
      icon={<Icon size={18} />}
      title={title}
      href={`/library/${kind}/${id}`}
      reason={`${failMessage ?? "It failed."} Nothing was charged.`}
      at={completedAt ?? createdAt}
    >
      {mayMake && (
        <>
          <Button
            component={Link}
            href={`/create?kind=${kind}&from=${id}`}
            size="compact-xs"
            variant="light"
            leftSection={<RotateCcw size={14} aria-hidden />}
          >
            Try again
          </Button>
          <Tooltip label="Remove it from the list">
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={`Remove “${title}”`}
              loading={remove.isPending}
              onClick={() => remove.mutate(undefined)}
            >
              <Trash2 size={14} />
            </ActionIcon>
          </Tooltip>
        </>
      )}
    </Row>
  );
}

const reasonOf = ({ targets }: SocialPost): string =>
  targets.find(({ status }) => status === "failed")?.errorMessage ??
  targets.find(({ status }) => status === "unconfirmed")?.errorMessage ??
  "It is not known whether it is out. Nothing is sent twice.";

const FailedPost = ({ post }: { post: SocialPost }) => (
  <Row
    icon={<CalendarX size={18} />}
    title={post.title || post.content || "A post"}
    href={`/calendar?post=${post.postId}`}
    reason={reasonOf(post)}
    at={post.updatedAt}
  >
    <Status value={post.targets.some(({ status }) => status === "unconfirmed") ? "unconfirmed" : post.status} />
    <Button component={Link} href={`/calendar?post=${post.postId}`} size="compact-xs" variant="light">
      Open in the calendar
    </Button>
  </Row>
);

/** What went wrong lately, and what can be done about it. */
export function ActionRequired({ items }: { items: readonly MediaItem[] }) {
  const maySocial = useCan("social:read");
  const since = Date.now() - SINCE_MS;
  const { data: posts = [] } = useQuery({
    queryKey: ["posts", "trouble"],
    enabled: maySocial,
    queryFn: async () => {
      const lists = await Promise.all(
        (["failed", "partial"] as const).map((status) =>
          vireo.social.posts.list({ status, from: since, pageSize: SHOWN }),
        ),
      );
      return lists.flatMap((list) => list.posts).toSorted((a, b) => b.updatedAt - a.updatedAt);
    },
  });
  const failed = items.filter(({ status, createdAt }) => status === "failed" && createdAt > since);
  if (failed.length + posts.length === 0) return null;
  return (
    <Panel title="Needs a hand">
      <Stack gap="md">
        {posts.slice(0, SHOWN).map((post) => (
          <FailedPost key={post.postId} post={post} />
        ))}
        {failed.slice(0, SHOWN).map((medium) => (
          <FailedMedium key={medium.id} medium={medium} />
        ))}
        {failed.length > SHOWN && (
          <Anchor component={Link} href={`/library?kind=${failed[0]?.kind}&status=failed`} size="sm">
            {failed.length - SHOWN} more in the library
          </Anchor>
        )}
      </Stack>
    </Panel>
  );
}
