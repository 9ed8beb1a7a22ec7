import { Anchor, Box, Button, Group, Stack, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { Plus } from "lucide-react";
import type { SocialPost } from "vireo/client";
import { Link } from "wouter";
import { useCan } from "../../session";
import { pluralise } from "../../ui/numbers";
import { Panel } from "../../ui/panel";
import { PlatformIcon } from "../../ui/platform";
import { getPostStatus, PostStatusBadge } from "../../ui/post-status";
import { Poster } from "../../ui/poster";
import { getPostTime, getPostTitle, usePostDays } from "../../ui/posts";
import { QueryView } from "../../ui/query-view";
import { formatClock, getDay, getMidnight } from "../../ui/time";

const DAYS = 7;
/** Posts of today that are listed. */
const MAX_POSTS = 6;

const weekday = new Intl.DateTimeFormat(undefined, { weekday: "short" });

/** Reads the posts of today and the days after it. */
export const useWeek = () =>
  usePostDays(useCan("social:read") ? { from: getMidnight(0), to: getMidnight(DAYS) } : undefined, MAX_POSTS);

const PostRow = ({ post }: { post: SocialPost }) => (
  <Group component="li" gap="sm" wrap="nowrap">
    <Text
      size="sm"
      c="dimmed"
      miw={64}
      flex="none"
      style={{ whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums" }}
    >
      {formatClock(getPostTime(post))}
    </Text>
    <Poster videoId={post.videoId ?? post.media?.[0]?.videoId} width={24} />
    <Anchor component={Link} href={`/calendar?post=${post.postId}`} size="sm" fw={500} flex={1} miw={0} lineClamp={1}>
      {getPostTitle(post)}
    </Anchor>
    <Group gap={4} c="dimmed" wrap="nowrap" visibleFrom="xs">
      {post.platforms.map((platform) => (
        <PlatformIcon key={platform} platform={platform} named />
      ))}
    </Group>
    <PostStatusBadge value={getPostStatus(post)} size="md" />
  </Group>
);

/** A day with its number of posts. An empty one leads to a new post on it. */
function DayLink({ at, count }: { at: number; count: number }) {
  const canWrite = useCan("social:draft");
  const date = getDay(at);
  const isEmpty = count === 0 && canWrite;
  return (
    <UnstyledButton
      component={Link}
      href={isEmpty ? `/calendar?new=${date}` : `/calendar?view=day&date=${date}`}
      className="week-day"
      data-empty={count === 0 || undefined}
    >
      <Text size="xs" c="dimmed">
        {weekday.format(at)}
      </Text>
      <Text fw={600} lh={1.2}>
        {new Date(at).getDate()}
      </Text>
      {/* As high as the line of a day with posts. */}
      <Text size="xs" h={18}>
        <span aria-hidden>{isEmpty ? <Plus size={14} /> : count}</span>
        <VisuallyHidden>
          {isEmpty ? "No posts, new post" : count === 0 ? "No posts" : pluralise(count, "post")}
        </VisuallyHidden>
      </Text>
    </UnstyledButton>
  );
}

/** What is published today, and the days of the week that are still empty. */
export function Week() {
  const query = useWeek();
  const canWrite = useCan("social:draft");
  const today = getDay(Date.now());
  const calendar = (
    <Anchor component={Link} href="/calendar" size="sm">
      Calendar
    </Anchor>
  );
  return (
    <Panel title="Today" action={calendar}>
      <QueryView query={query}>
        {({ days }) => {
          const { posts = [], total = 0 } = days.find(({ date }) => date === today) ?? {};
          return (
            <>
              {posts.length > 0 ? (
                <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: "none" }}>
                  {posts.map((post) => (
                    <PostRow key={post.postId} post={post} />
                  ))}
                </Stack>
              ) : (
                <Group gap="sm">
                  <Text size="sm" c="dimmed">
                    No posts today
                  </Text>
                  {canWrite && (
                    <Button component={Link} href="/calendar?new=1" variant="default" size="xs">
                      New post
                    </Button>
                  )}
                </Group>
              )}
              {total > posts.length && (
                <Anchor component={Link} href={`/calendar?view=day&date=${today}`} size="sm">
                  {`${total - posts.length} more today`}
                </Anchor>
              )}
              <Box className="week" role="group" aria-label="Next days">
                {Array.from({ length: DAYS - 1 }, (_, index) => getMidnight(index + 1)).map((at) => (
                  <DayLink key={at} at={at} count={days.find(({ date }) => date === getDay(at))?.total ?? 0} />
                ))}
              </Box>
            </>
          );
        }}
      </QueryView>
    </Panel>
  );
}
