import { Draggable } from "@fullcalendar/react/interaction";
import { Card, Group, Stack, Text, UnstyledButton } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { vireo } from "../../api";
import { Failure } from "../../ui/failure";
import { Loading } from "../../ui/loading";
import { Pager } from "../../ui/pager";
import { Panel } from "../../ui/panel";
import { PlatformIcon } from "../../ui/platform";
import { formatRelative } from "../../ui/time";
import { getPostTitle } from "./calendar-post";

const PAGE_SIZE = 8;

interface Props {
  /** They can be dragged onto a day. */
  mayMove: boolean;
  open(postId: string): void;
}

/** Drafts, to be dragged onto a day or opened. */
export function Drafts({ mayMove, open }: Props) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ["posts", "drafts", page],
    queryFn: () => vireo.social.posts.list({ status: "draft", page, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current || !mayMove) return;
    const dragging = new Draggable(place.current, {
      itemSelector: ".draft-card",
      longPressDelay: 350,
      eventData: { create: false },
    });
    return () => dragging.destroy();
  }, [mayMove]);
  return (
    <Panel title="Drafts">
      <div ref={place}>
        {error && <Failure error={error} retry={refetch} />}
        {!data && !error && <Loading lines={2} />}
        {data?.posts.length === 0 && (
          <Text size="sm" c="dimmed">
            No drafts. A draft is a post without a time: drag it onto a day when it is ready.
          </Text>
        )}
        {data && data.posts.length > 0 && (
          <Stack gap="xs">
            {mayMove && (
              <Text size="xs" c="dimmed">
                Drag one onto a day, or open it to give it a time.
              </Text>
            )}
            {data.posts.map((post) => (
              <Card
                key={post.postId}
                withBorder
                p="xs"
                className={mayMove ? "draft-card" : ""}
                data-post-id={post.postId}
              >
                <UnstyledButton onClick={() => open(post.postId)} w="100%">
                  <Text size="sm" fw={550} lineClamp={2} style={{ overflowWrap: "anywhere" }}>
                    {getPostTitle(post)}
                  </Text>
                </UnstyledButton>
                <Group gap={6} mt={4} c="dimmed">
                  {post.platforms.map((platform) => (
                    <PlatformIcon key={platform} platform={platform} named />
                  ))}
                  <Text size="xs">{formatRelative(post.createdAt)}</Text>
                </Group>
              </Card>
            ))}
          </Stack>
        )}
      </div>
      {data && <Pager pagination={data.pagination} onChange={setPage} />}
    </Panel>
  );
}
