import { Anchor, Button, Group, List, Paper, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CalendarPlus, FolderInput, Trash2, X } from "lucide-react";
import { useState } from "react";
import type { SocialPost } from "vireo/client";
import { Link } from "wouter";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { Confirm } from "../../ui/confirm";
import { forEachItem } from "../../ui/for-each";
import { lazyDialog } from "../../ui/lazy-dialog";
import { type Kind, type MediaItem, media } from "../../ui/media";
import { pluralise } from "../../ui/numbers";
import { getPostTitle, useSocialAccounts } from "../../ui/posts";
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
function AffectedPosts({ ids }: { ids: readonly string[] }) {
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

const BulkSchedule = lazyDialog(() => import("./bulk-schedule"));
const LabelDialog = lazyDialog(() => import("./label-dialog"));

interface Props {
  kind: Kind;
  selected: readonly MediaItem[];
  selectAll(): void;
  clear(): void;
}

/** Actions for the selected items. */
export function BulkBar({ kind, selected, selectAll, clear }: Props) {
  const { noun, resource } = media[kind];
  const remove = useAction(() => forEachItem(selected, ({ id }) => media[kind].remove(id)).finally(clear), {
    stale: [resource],
    done: `${pluralise(selected.length, noun)} deleted`,
  });
  const canPost = useCan("social:write");
  const [isPosting, setPosting] = useState(false);
  const [isLabelling, setLabelling] = useState(false);
  const { data: accounts } = useSocialAccounts(canPost && isPosting);
  const postable = selected.filter(({ status }) => status === "completed");
  if (selected.length === 0) return null;
  return (
    <Paper withBorder p="xs" shadow="sm" className="bulk-bar" role="region" aria-label="Selection">
      <Group gap="sm">
        <Text size="sm" fw={600} aria-live="polite">
          {selected.length} selected
        </Text>
        <Button size="xs" variant="default" onClick={selectAll}>
          Select page
        </Button>
        {kind === "video" && canPost && (
          <Button
            size="xs"
            variant="light"
            leftSection={<CalendarPlus size={14} />}
            disabled={postable.length === 0}
            onClick={() => setPosting(true)}
          >
            Schedule
          </Button>
        )}
        <Button size="xs" variant="light" leftSection={<FolderInput size={14} />} onClick={() => setLabelling(true)}>
          Organize
        </Button>
        <Confirm
          title={`Delete ${pluralise(selected.length, noun)}?`}
          text={
            <>
              The files are deleted permanently, with all versions.
              {kind === "video" && <AffectedPosts ids={selected.map(({ id }) => id)} />}
            </>
          }
          verb="Delete"
          run={() => remove.mutateAsync(undefined)}
        >
          {(open) => (
            <Button size="xs" variant="light" color="red" leftSection={<Trash2 size={14} />} onClick={open}>
              Delete
            </Button>
          )}
        </Confirm>
        <Button size="xs" variant="subtle" color="gray" ml="auto" leftSection={<X size={14} />} onClick={clear}>
          Clear
        </Button>
      </Group>
      {isLabelling && <LabelDialog kind={kind} items={selected} close={() => setLabelling(false)} />}
      {isPosting && accounts && <BulkSchedule items={postable} accounts={accounts} close={() => setPosting(false)} />}
    </Paper>
  );
}
