import { Anchor, Group, Stack } from "@mantine/core";
import type { SocialAnalyticsGroup, SocialPost } from "vireo/client";
import { Link } from "wouter";
import { type Range, useAnalytics } from "../../ui/analytics";
import { type Column, DataTable } from "../../ui/data-table";
import { formatCount } from "../../ui/numbers";
import { Panel } from "../../ui/panel";
import { PlatformIcon } from "../../ui/platform";
import { Poster } from "../../ui/poster";
import { getPostTime } from "../../ui/posts";
import { QueryView } from "../../ui/query-view";
import { Time } from "../../ui/time";
import { formatRate, getEngagementRate, usePosts } from "./queries";

const MAX_ROWS = 10;

type PostRow = SocialAnalyticsGroup & { post: SocialPost | undefined };

/** A post with its picture and channels. */
export const PostName = ({ row: { key, label, post } }: { row: PostRow }) => (
  <Group gap="sm" wrap="nowrap" align="flex-start">
    <Poster videoId={post?.videoId} />
    <Stack gap={2} miw={0}>
      <Anchor component={Link} href={`/calendar?post=${key}`} size="sm" fw={500} lineClamp={2}>
        {label || "No caption"}
      </Anchor>
      {post && (
        <Group gap={6} c="dimmed">
          <Time at={getPostTime(post)} as="relative" />
          {post.platforms.map((platform) => (
            <PlatformIcon key={platform} platform={platform} named />
          ))}
        </Group>
      )}
    </Stack>
  </Group>
);

const columns: readonly Column<PostRow>[] = [
  { title: "Post", cell: (row) => <PostName row={row} /> },
  { title: "Views", end: true, cell: ({ views }) => formatCount(views) },
  { title: "Likes", end: true, from: "sm", cell: ({ likes }) => formatCount(likes) },
  { title: "Comments", end: true, from: "md", cell: ({ comments }) => formatCount(comments) },
  { title: "Shares", end: true, from: "md", cell: ({ shares }) => formatCount(shares) },
  { title: "Saves", end: true, from: "md", cell: ({ saves }) => formatCount(saves) },
  { title: "Engagement", end: true, from: "sm", cell: (row) => formatRate(getEngagementRate(row)) },
];

/** Lists the posts with the most views. */
export function TopPosts({ range }: { range: Range }) {
  const query = useAnalytics(range, "post");
  const groups = query.data?.groups.slice(0, MAX_ROWS) ?? [];
  const posts = usePosts(groups.map(({ key }) => key));
  return (
    <Panel title="Top posts">
      <QueryView query={query}>
        {() => (
          <DataTable
            columns={columns}
            rows={groups.map((group) => ({ ...group, post: posts.get(group.key) }))}
            getKey={({ key }) => key}
          />
        )}
      </QueryView>
    </Panel>
  );
}
