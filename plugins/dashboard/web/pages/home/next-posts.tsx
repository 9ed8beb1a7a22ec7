import { Anchor, Badge, Button, Divider, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { Link } from "wouter";
import type { SocialPost } from "#client/index";
import { vireo } from "../../api";
import { useMay } from "../../session";
import { Failure } from "../../ui/failure";
import { Panel } from "../../ui/panel";
import { When } from "../../ui/when";

const HOUR_MS = 3_600_000;
/** How far to look ahead; less far where that is more than fits on a page, which has the last ones first. */
const WINDOWS_MS = [30 * 24 * HOUR_MS, 3 * 24 * HOUR_MS, 6 * HOUR_MS, HOUR_MS / 2];
const PAGE = 50;
const SHOWN = 5;

async function nextPosts(): Promise<SocialPost[]> {
  const from = Date.now();
  let found: SocialPost[] = [];
  for (const window of WINDOWS_MS) {
    const query = { status: "scheduled", from, to: from + window, pageSize: PAGE } as const;
    const { posts, pagination } = await vireo.social.posts.list(query);
    if (posts.length > 0) found = posts;
    if (!pagination.hasMore) break;
  }
  return found.toSorted((a, b) => (a.scheduledFor ?? 0) - (b.scheduledFor ?? 0)).slice(0, SHOWN);
}

/** What goes out next. */
export function NextPosts() {
  const may = useMay("social:read");
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
              {post.scheduledFor && <When at={post.scheduledFor} zone={post.timezone} />}
              {post.platforms.map((platform) => (
                <Badge key={platform} variant="default" size="sm" tt="none">
                  {platform}
                </Badge>
              ))}
            </Group>
          </Stack>
        </Fragment>
      ))}
    </Panel>
  );
}
