import { Anchor, Button, Divider, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import type { SocialPost } from "vireo/client";
import { Link } from "wouter";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { Failure } from "../../ui/failure";
import { Panel } from "../../ui/panel";
import { PlatformIcon } from "../../ui/platform";
import { Time } from "../../ui/time";

const AHEAD_MS = 30 * 24 * 3_600_000;
const SHOWN = 5;

async function nextPosts(): Promise<SocialPost[]> {
  const from = Date.now();
  const { days } = await vireo.social.calendar.get({ status: "scheduled", from, to: from + AHEAD_MS, perDay: SHOWN });
  return days.flatMap(({ posts }) => posts).slice(0, SHOWN);
}

/** What goes out next. */
export function UpcomingPosts() {
  const may = useCan("social:read");
  const { data, error, refetch } = useQuery({ queryKey: ["posts", "next"], queryFn: nextPosts, enabled: may });
  if (!may) return null;
  const calendar = (
    <Anchor component={Link} href="/calendar" size="sm">
      Calendar
    </Anchor>
  );
  return (
    <Panel title="Next posts" action={calendar}>
      {error && <Failure error={error} retry={refetch} />}
      {data?.length === 0 && (
        <Stack align="flex-start" gap="sm">
          <Text size="sm" c="dimmed">
            Nothing is scheduled. Put a video on the calendar, and it goes out by itself.
          </Text>
          <Button component={Link} href="/calendar" variant="light" size="xs">
            Schedule a post
          </Button>
        </Stack>
      )}
      {data?.map((post, at) => (
        <Fragment key={post.postId}>
          {at > 0 && <Divider />}
          <Stack gap={4}>
            <Anchor component={Link} href={`/calendar?post=${post.postId}`} size="sm" fw={550} lineClamp={2}>
              {post.title || post.content || "No caption"}
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
