import { Anchor, Box, Group, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { Sparkles } from "lucide-react";
import { Link } from "wouter";
import { Empty } from "../../ui/empty";
import { Failure } from "../../ui/failure";
import { JobProgress } from "../../ui/job-progress";
import { Loading } from "../../ui/loading";
import { isRunning, type Kind, type MediaItem, media, useMedia } from "../../ui/media";
import { MediaActions } from "../../ui/media-actions";
import { MediaCard } from "../../ui/media-card";
import { Player } from "../../ui/player";
import { Status } from "../../ui/status";
import { formatRelative } from "../../ui/time";
import { Versions } from "../../ui/versions";

function Newest({ medium }: { medium: MediaItem }) {
  const { kind, id, status, title, versions, failMessage } = medium;
  return (
    <Paper withBorder p="md" component="article" aria-label={title}>
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Stack gap={0} miw={0}>
            <Anchor component={Link} href={`/library/${kind}/${id}`} fw={600} lineClamp={2} c="inherit">
              {title}
            </Anchor>
            <Text size="xs" c="dimmed">
              {formatRelative(medium.createdAt)}, {medium.model}
            </Text>
          </Stack>
          <Box flex="none">
            <Status value={status} />
          </Box>
        </Group>
        {isRunning(medium) && <JobProgress {...medium} />}
        {status === "failed" && <Failure error={new Error(`${failMessage ?? "It failed."} Nothing was charged.`)} />}
        {status === "completed" &&
          (versions.length > 1 ? <Versions medium={medium} /> : <Player medium={medium} tallest="56dvh" />)}
        {!isRunning(medium) && <MediaActions medium={medium} />}
      </Stack>
    </Paper>
  );
}

/** What was asked for lately: the newest large, those before it beside. */
export function Results({ kind }: { kind: Kind }) {
  const { data, error, refetch } = useMedia(kind, { pageSize: 7 });
  if (error) return <Failure error={error} retry={refetch} />;
  if (!data) return <Loading />;
  const [newest, ...before] = data.items;
  if (!newest) {
    return (
      <Empty
        icon={Sparkles}
        title={`Your first ${media[kind].one} shows up here`}
        text="Say what it is about, in plain words. Nothing is charged for what fails."
      />
    );
  }
  return (
    <Stack gap="md">
      <Newest medium={newest} />
      {before.length > 0 && (
        <>
          <Group justify="space-between">
            <Title order={2} size="h5">
              Before that
            </Title>
            <Anchor component={Link} href={`/library?kind=${kind}`} size="sm">
              All in the library
            </Anchor>
          </Group>
          <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="sm">
            {before.map((medium) => (
              <MediaCard key={medium.id} medium={medium} />
            ))}
          </SimpleGrid>
        </>
      )}
    </Stack>
  );
}
