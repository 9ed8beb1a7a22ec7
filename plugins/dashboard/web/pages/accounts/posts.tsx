import { Anchor, Button, Drawer, Group, Stack, Table, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CalendarPlus } from "lucide-react";
import { useState } from "react";
import type { SocialAccount } from "vireo/client";
import { Link } from "wouter";
import { vireo } from "../../api";
import { Empty } from "../../ui/empty";
import { Failure } from "../../ui/failure";
import { Loading } from "../../ui/loading";
import { Pager } from "../../ui/pager";
import { PostStatusBadge } from "../../ui/post-status";
import { getPostTime } from "../../ui/posts";
import { Time } from "../../ui/time";

const PAGE_SIZE = 20;

/** The posts of one account, the latest made first. */
export function AccountPosts({ account, close }: { account: SocialAccount; close(): void }) {
  const { accountId } = account;
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ["posts", "account", accountId, page],
    queryFn: () => vireo.social.posts.list({ accountId, page, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size="lg"
      title={`Posts of ${account.displayName ?? account.username}`}
    >
      {account.profileUrl && (
        <Anchor href={account.profileUrl} target="_blank" rel="noreferrer" size="sm" display="block" mb="sm">
          Profile of {account.username}
        </Anchor>
      )}
      {error && <Failure error={error} retry={refetch} />}
      {!data && !error && <Loading />}
      {data?.posts.length === 0 && (
        <Empty icon={CalendarPlus} title="No posts yet" text="Plan one on the calendar, and it appears here.">
          <Button component={Link} href="/calendar" variant="light">
            Calendar
          </Button>
        </Empty>
      )}
      {data && data.posts.length > 0 && (
        <Stack>
          <Anchor component={Link} href={`/calendar?account=${accountId}`} size="sm">
            See them on the calendar
          </Anchor>
          <Table>
            <Table.Tbody>
              {data.posts.map((post) => {
                const target = post.targets.find((one) => one.accountId === accountId);
                return (
                  <Table.Tr key={post.postId}>
                    <Table.Td>
                      <Anchor
                        component={Link}
                        href={`/calendar?post=${post.postId}`}
                        size="sm"
                        lineClamp={2}
                        c="inherit"
                      >
                        {post.title || post.content || "No caption"}
                      </Anchor>
                      <Group gap="xs" mt={2}>
                        <Time at={getPostTime(post)} zone={post.timezone} />
                        {target?.platformPostUrl && (
                          <Anchor href={target.platformPostUrl} target="_blank" rel="noreferrer" size="sm">
                            See it
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
              })}
            </Table.Tbody>
          </Table>
          <Pager pagination={data.pagination} onChange={setPage} />
        </Stack>
      )}
    </Drawer>
  );
}
