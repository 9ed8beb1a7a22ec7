import { Anchor, Box, Button, Group, SimpleGrid, Stack, Text, ThemeIcon } from "@mantine/core";
import { Sparkles } from "lucide-react";
import { Link } from "wouter";
import { useCan } from "../../session";
import { useAnalytics } from "../../ui/analytics";
import { Empty } from "../../ui/empty";
import { ItemProgress } from "../../ui/job-progress";
import { isRunning, type MediaItem, media } from "../../ui/media";
import { MediaCard } from "../../ui/media-card";
import { pluralise } from "../../ui/numbers";
import { Panel } from "../../ui/panel";
import { getRange, usePosts } from "../analytics/queries";
import { PostName } from "../analytics/top-posts";

const MAX_RUNNING = 5;
const MAX_RECENT = 4;

export function InProgress({ items }: { items: readonly MediaItem[] }) {
  const running = items.filter(isRunning);
  if (running.length === 0) return null;
  return (
    <Panel title="In progress">
      <Stack gap="md">
        {running.slice(0, MAX_RUNNING).map((item) => {
          const Icon = media[item.kind].icon;
          return (
            <Group key={item.id} wrap="nowrap" gap="sm">
              <ThemeIcon variant="light" size="lg" aria-hidden>
                <Icon size={18} />
              </ThemeIcon>
              <Box flex={1} miw={0}>
                <Anchor
                  component={Link}
                  href={`/library/${item.kind}/${item.id}`}
                  size="sm"
                  fw={500}
                  truncate
                  display="block"
                >
                  {item.title}
                </Anchor>
                <ItemProgress item={item} />
              </Box>
            </Group>
          );
        })}
        {running.length > MAX_RUNNING && (
          <Anchor component={Link} href="/library?status=pending" size="sm">
            {running.length - MAX_RUNNING} more in the library
          </Anchor>
        )}
      </Stack>
    </Panel>
  );
}

const BEST_DAYS = 28;

/** The post with the most views of the last weeks, if there are results. */
export function BestPost() {
  const { data } = useAnalytics(getRange(BEST_DAYS), "post");
  const best = data?.groups.find(({ views }) => views > 0);
  const posts = usePosts(best ? [best.key] : []);
  if (!best) return null;
  return (
    <Panel
      title="Best post"
      action={
        <Anchor component={Link} href="/analytics" size="sm">
          Analytics
        </Anchor>
      }
    >
      <PostName row={{ ...best, post: posts.get(best.key) }} />
      <Text size="sm" c="dimmed">
        {pluralise(best.views, "view")} in the last {BEST_DAYS} days
      </Text>
    </Panel>
  );
}

export function RecentMedia({ items }: { items: readonly MediaItem[] }) {
  const canCreate = useCan("media:write");
  const finished = items.filter(({ status }) => status === "completed").slice(0, MAX_RECENT);
  if (finished.length === 0) {
    return (
      <Empty
        icon={Sparkles}
        title="Nothing here yet"
        text={
          canCreate
            ? "Describe a video, an image or a track. The built-in engines need no API key and no network."
            : "Finished videos, images and music appear here."
        }
      >
        {canCreate && (
          <Button component={Link} href="/create" variant="light">
            Create something
          </Button>
        )}
      </Empty>
    );
  }
  return (
    <Panel
      title="Recent"
      action={
        <Anchor component={Link} href="/library" size="sm">
          Library
        </Anchor>
      }
    >
      <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="sm">
        {finished.map((item) => (
          <MediaCard key={item.id} item={item} ratio={9 / 16} />
        ))}
      </SimpleGrid>
    </Panel>
  );
}
