import { Anchor, List, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { SocialPost } from "vireo/client";
import { Link } from "wouter";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { pluralise } from "../../ui/numbers";
import { getPostTitle } from "../../ui/posts";
import { formatDateTime } from "../../ui/time";

const MAX_READ = 500;
const MAX_LISTED = 5;

/** Lists planned posts that use one of the videos. */
async function findPlanned(ids: ReadonlySet<string>): Promise<SocialPost[]> {
  const found: SocialPost[] = [];
  for (const status of ["scheduled", "needs_approval"] as const) {
    let read = 0;
    for await (const post of vireo.social.posts.list({ status, pageSize: 100 })) {
      if (post.videoId && ids.has(post.videoId)) found.push(post);
      if (++read === MAX_READ) break;
    }
  }
  return found;
}

/** Names the planned posts that fail without these videos. */
export function AffectedPosts({ ids }: { ids: readonly string[] }) {
  const { data: posts = [] } = useQuery({
    queryKey: keys.postsOfVideos(ids),
    queryFn: () => findPlanned(new Set(ids)),
  });
  if (posts.length === 0) return null;
  return (
    <>
      <Text size="sm" mt="sm">
        {pluralise(posts.length, "planned post")} will fail:
      </Text>
      <List size="sm" mt={4}>
        {posts.slice(0, MAX_LISTED).map((post) => (
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
