import { Anchor, List, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useCan } from "../../session";
import type { Kind, MediaItem } from "../../ui/media";
import { pluralise } from "../../ui/numbers";
import { getPostTitle } from "../../ui/posts";
import { formatDateTime } from "../../ui/time";

const MAX_LISTED = 5;

/** Media to delete: ids, comma-separated. */
type Media = { videoId: string } | { imageId: string } | { uploadId: string };

/** Reads the planned posts that show one of these media, and their number. */
async function findPlanned(media: Media) {
  const lists = await Promise.all(
    (["scheduled", "needs_approval"] as const).map((status) =>
      vireo.social.posts.list({ ...media, status, pageSize: MAX_LISTED }),
    ),
  );
  return {
    posts: lists.flatMap(({ posts }) => posts).slice(0, MAX_LISTED),
    total: lists.reduce((sum, { pagination }) => sum + pagination.total, 0),
  };
}

/** Names the planned posts that fail without these media. */
export function AffectedPosts({ media }: { media: Media }) {
  const enabled = useCan("social:read");
  const { data } = useQuery({ queryKey: keys.postsOfMedia(media), queryFn: () => findPlanned(media), enabled });
  if (!data || data.total === 0) return null;
  return (
    <>
      <Text size="sm" mt="sm">
        {pluralise(data.total, "planned post")} will fail:
      </Text>
      <List size="sm" mt={4}>
        {data.posts.map((post) => (
          <List.Item key={post.postId}>
            <Anchor component={Link} href={`/calendar?post=${post.postId}`} inherit underline="always">
              {getPostTitle(post)}
            </Anchor>
            {post.scheduledFor && `, ${formatDateTime(post.scheduledFor)}`}
          </List.Item>
        ))}
      </List>
    </>
  );
}

/** Names the planned posts that fail without these items of the library. */
export function AffectedMedia({ kind, items }: { kind: Kind; items: readonly Pick<MediaItem, "id">[] }) {
  const ids = items.map(({ id }) => id).join(",");
  if (kind === "video") return <AffectedPosts media={{ videoId: ids }} />;
  return kind === "image" ? <AffectedPosts media={{ imageId: ids }} /> : null;
}
