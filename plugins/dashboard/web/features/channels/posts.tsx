import { Anchor, Button, Group, Stack, Table, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CalendarPlus } from "lucide-react";
import { useState } from "react";
import type { SocialAccount, SocialPost } from "vireo/client";
import { Link } from "wouter";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { SidePanel } from "../../ui/dialog";
import { Empty } from "../../ui/empty";
import { Pager } from "../../ui/pager";
import { PostStatusBadge } from "../../ui/post-status";
import { getPostTime, getPostTitle } from "../../ui/posts";
import { QueryView } from "../../ui/query-view";
import { Time } from "../../ui/time";

const PAGE_SIZE = 20;

function Row({ post, accountId }: { post: SocialPost; accountId: string }) {
  const target = post.targets.find((other) => other.accountId === accountId);
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} href={`/calendar?post=${post.postId}`} size="sm" lineClamp={2} c="inherit">
          {getPostTitle(post)}
        </Anchor>
        <Group gap="xs" mt={2}>
          <Time at={getPostTime(post)} zone={post.timezone} />
          {target?.platformPostUrl && (
            <Anchor href={target.platformPostUrl} target="_blank" rel="noreferrer" size="sm">
              View
            </Anchor>
          )}
        </Group>
        {target?.errorMessage && <Text size="xs">{target.errorMessage}</Text>}
      </Table.Td>
      <Table.Td ta="right">
        <PostStatusBadge value={post.status === "draft" ? "draft" : (target?.status ?? post.status)} />
      </Table.Td>
    </Table.Tr>
  );
}

/** Lists the posts of a channel, newest first. */
export function AccountPosts({ account, close }: { account: SocialAccount; close(): void }) {
  const { accountId, profileUrl, displayName, username } = account;
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: keys.postsOfAccount(accountId, page),
    queryFn: () => vireo.social.posts.list({ accountId, page, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  return (
    <SidePanel onClose={close} title={`Posts by ${displayName ?? username}`}>
      <Stack>
        <Group gap="md">
          {profileUrl && (
            <Anchor href={profileUrl} target="_blank" rel="noreferrer" size="sm">
              View profile
            </Anchor>
          )}
          <Anchor component={Link} href={`/calendar?account=${accountId}`} size="sm">
            View in calendar
          </Anchor>
        </Group>
        <QueryView query={query}>
          {({ posts, pagination }) =>
            posts.length === 0 ? (
              <Empty icon={CalendarPlus} title="No posts yet">
                <Button component={Link} href="/calendar" variant="light">
                  Schedule a post
                </Button>
              </Empty>
            ) : (
              <>
                <Table>
                  <Table.Tbody>
                    {posts.map((post) => (
                      <Row key={post.postId} post={post} accountId={accountId} />
                    ))}
                  </Table.Tbody>
                </Table>
                <Pager pagination={pagination} onChange={setPage} />
              </>
            )
          }
        </QueryView>
      </Stack>
    </SidePanel>
  );
}
