import { Anchor, Button, Divider, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import type { SocialPost } from "vireo/client";
import { Link } from "wouter";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useCan } from "../../session";
import { Failure } from "../../ui/failure";
import { Panel } from "../../ui/panel";
import { PlatformIcon } from "../../ui/platform";
import { getPostTitle } from "../../ui/posts";
import { Time } from "../../ui/time";

const AHEAD_MS = 30 * 24 * 3_600_000;
const MAX_POSTS = 5;

async function getUpcomingPosts(): Promise<SocialPost[]> {
  const from = Date.now();
  const to = from + AHEAD_MS;
  const { days } = await vireo.social.calendar.get({ status: "scheduled", from, to, perDay: MAX_POSTS });
  return days.flatMap(({ posts }) => posts).slice(0, MAX_POSTS);
}

export function UpcomingPosts() {
  const canRead = useCan("social:read");
  const { data, error, refetch } = useQuery({
    queryKey: keys.upcomingPosts,
    queryFn: getUpcomingPosts,
    enabled: canRead,
  });
  if (!canRead) return null;
  const calendar = (
    <Anchor component={Link} href="/calendar" size="sm">
      Calendar
    </Anchor>
  );
  return (
    <Panel title="Upcoming posts" action={calendar}>
      {error && <Failure error={error} retry={refetch} />}
      {data?.length === 0 && (
        <Stack align="flex-start" gap="sm">
          <Text size="sm" c="dimmed">
            Nothing scheduled
          </Text>
          <Button component={Link} href="/calendar" variant="light" size="xs">
            Schedule a post
          </Button>
        </Stack>
      )}
      {data?.map((post, index) => (
        <Fragment key={post.postId}>
          {index > 0 && <Divider />}
          <Stack gap={4}>
            <Anchor component={Link} href={`/calendar?post=${post.postId}`} size="sm" fw={500} lineClamp={2}>
              {getPostTitle(post)}
            </Anchor>
            <Group gap="xs">
              {post.scheduledFor && <Time at={post.scheduledFor} zone={post.timezone} />}
              <Group gap={4} c="dimmed">
                {post.platforms.map((platform) => (
                  <PlatformIcon key={platform} platform={platform} named />
                ))}
              </Group>
            </Group>
          </Stack>
        </Fragment>
      ))}
    </Panel>
  );
}
