import { Draggable } from "@fullcalendar/react/interaction";
import { Card, Group, Stack, Text, UnstyledButton } from "@mantine/core";
import { useEffect, useRef } from "react";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { PagesView, usePages } from "../../ui/pages";
import { Panel } from "../../ui/panel";
import { PlatformIcon } from "../../ui/platform";
import { getPostTitle } from "../../ui/posts";
import { formatRelative } from "../../ui/time";

const PAGE_SIZE = 8;

export const useDrafts = () =>
  usePages(keys.postDrafts, (page) => vireo.social.posts.list({ status: "draft", page, pageSize: PAGE_SIZE }));

interface Props {
  pages: ReturnType<typeof useDrafts>;
  canDrag: boolean;
  open(postId: string): void;
}

/** Drafts next to the calendar. Dragging one onto a day schedules it. */
export function Drafts({ pages, canDrag, open }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!list.current || !canDrag) return;
    const draggable = new Draggable(list.current, {
      itemSelector: ".draft-card",
      longPressDelay: 350,
      eventData: { create: false },
    });
    return () => draggable.destroy();
  }, [canDrag]);
  return (
    <Panel title="Drafts">
      <Stack gap="xs" ref={list}>
        <PagesView pages={pages}>
          {({ posts }) => (
            <>
              {canDrag && (
                <Text size="sm" c="dimmed">
                  Drag a draft onto a day, or open it to schedule it
                </Text>
              )}
              {posts.map((post) => (
                <Card
                  key={post.postId}
                  withBorder
                  p="xs"
                  className={canDrag ? "draft-card" : ""}
                  data-post-id={post.postId}
                >
                  <UnstyledButton onClick={() => open(post.postId)} w="100%">
                    <Text size="sm" fw={500} lineClamp={2} style={{ overflowWrap: "anywhere" }}>
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
            </>
          )}
        </PagesView>
      </Stack>
    </Panel>
  );
}
