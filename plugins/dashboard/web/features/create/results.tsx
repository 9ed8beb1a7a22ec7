import { Anchor, Box, Group, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { Sparkles } from "lucide-react";
import { Link } from "wouter";
import { Empty } from "../../ui/empty";
import { FailedJob } from "../../ui/failure";
import { ItemProgress } from "../../ui/job-progress";
import { isRunning, type Kind, type MediaItem, media, useMedia } from "../../ui/media";
import { MediaActions } from "../../ui/media-actions";
import { MediaCard } from "../../ui/media-card";
import { Draft, Player } from "../../ui/player";
import { QueryView } from "../../ui/query-view";
import { Status } from "../../ui/status";
import { formatRelative } from "../../ui/time";
import { Versions } from "../../ui/versions";

function Newest({ item }: { item: MediaItem }) {
  const { kind, id, status, title, versions } = item;
  return (
    <Paper withBorder p="md" component="article" aria-label={title}>
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Stack gap={0} miw={0}>
            <Anchor component={Link} href={`/library/${kind}/${id}`} fw={600} lineClamp={2} c="inherit">
              {title}
            </Anchor>
            <Text size="xs" c="dimmed">
              {formatRelative(item.createdAt)}, {item.model}
            </Text>
          </Stack>
          <Box flex="none">
            <Status value={status} />
          </Box>
        </Group>
        {isRunning(item) && (
          <>
            <Draft item={item} />
            <ItemProgress item={item} />
          </>
        )}
        {status === "failed" && <FailedJob job={item} />}
        {status === "completed" &&
          (versions.length > 1 ? <Versions item={item} /> : <Player item={item} maxHeight="56dvh" />)}
        {!isRunning(item) && <MediaActions item={item} />}
      </Stack>
    </Paper>
  );
}

const Recent = ({ kind, items }: { kind: Kind; items: readonly MediaItem[] }) => (
  <>
    <Group justify="space-between">
      <Title order={2} size="h5">
        Recent
      </Title>
      <Anchor component={Link} href={`/library?kind=${kind}`} size="sm">
        View all
      </Anchor>
    </Group>
    <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="sm">
      {items.map((item) => (
        <MediaCard key={item.id} item={item} />
      ))}
    </SimpleGrid>
  </>
);

/** Shows the newest item large, and a few earlier ones. */
export function Results({ kind }: { kind: Kind }) {
  const query = useMedia(kind, { pageSize: 7, source: kind === "video" ? "generated" : undefined });
  return (
    <QueryView query={query}>
      {({ items: [newest, ...earlier] }) =>
        newest ? (
          <Stack gap="md">
            <Newest item={newest} />
            {earlier.length > 0 && <Recent kind={kind} items={earlier} />}
          </Stack>
        ) : (
          <Empty
            icon={Sparkles}
            title={`Your first ${media[kind].noun} will appear here`}
            text="Describe what you want in plain words. Failed jobs are refunded."
          />
        )
      }
    </QueryView>
  );
}
