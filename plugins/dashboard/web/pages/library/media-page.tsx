import { Anchor, Box, Breadcrumbs, Button, Grid, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { ChevronRight, Trash2 } from "lucide-react";
import { Link, useLocation } from "wouter";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { Confirm } from "../../ui/confirm";
import { Failure } from "../../ui/failure";
import { JobProgress } from "../../ui/job-progress";
import { Loading } from "../../ui/loading";
import { isRunning, type Kind, media, useMediaItem } from "../../ui/media";
import { MediaActions } from "../../ui/media-actions";
import { Page } from "../../ui/page";
import { Player } from "../../ui/player";
import { Versions } from "../../ui/versions";
import { Facts } from "./details";
import { EditImage } from "./edit-image";

/** One thing that was made: to see, to hear, to go on with. */
export function Item({ kind, id }: { kind: Kind; id: string }) {
  const { one, many, key, remove } = media[kind];
  const { data: medium, error, refetch } = useMediaItem(kind, id);
  const [, go] = useLocation();
  const mayMake = useCan("media:write");
  const removal = useAction(
    async () => {
      await remove(id);
      go(`/library?kind=${kind}`);
    },
    { changes: [key], done: "It is deleted." },
  );
  if (error) return <Failure error={error} retry={refetch} />;
  if (!medium) return <Loading lines={8} />;
  const { status, title, failMessage, versions } = medium;
  const name = title.length > 70 ? `${title.slice(0, 68)}…` : title;
  return (
    <Page
      title={name}
      text={
        <Breadcrumbs separator={<ChevronRight size={14} aria-hidden />} aria-label="Where this is">
          <Anchor component={Link} href={`/library?kind=${kind}`} size="sm">
            {many}
          </Anchor>
          <Text size="sm" c="dimmed">
            {medium.id}
          </Text>
        </Breadcrumbs>
      }
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7, lg: 8 }}>
          <Stack gap="lg">
            <Paper withBorder p="md" bg="var(--mantine-color-default-hover)">
              {isRunning(medium) && (
                <Box py="xl" px="md">
                  <JobProgress {...medium} />
                </Box>
              )}
              {status === "failed" && (
                <Failure error={new Error(`${failMessage ?? "It failed."} Nothing was charged.`)} />
              )}
              {status === "completed" && <Player medium={medium} />}
            </Paper>
            {versions.length > 1 && (
              <Stack gap="sm" component="section" aria-label="Versions">
                <Title order={2} size="h4">
                  Versions
                </Title>
                <Versions medium={medium} />
              </Stack>
            )}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5, lg: 4 }}>
          <Stack gap="lg">
            {!isRunning(medium) && <MediaActions medium={medium} />}
            {kind === "image" && status === "completed" && mayMake && <EditImage medium={medium} />}
            <Facts medium={medium} />
            {mayMake && !isRunning(medium) && (
              <Confirm
                title={`Delete this ${one}?`}
                text={
                  versions.length > 1
                    ? `All ${versions.length} versions and their files are gone at once. This cannot be undone.`
                    : "Its file is gone at once. This cannot be undone."
                }
                verb="Delete"
                run={() => removal.mutateAsync(undefined)}
              >
                {(ask) => (
                  <Group>
                    <Button variant="subtle" color="red" leftSection={<Trash2 size={16} aria-hidden />} onClick={ask}>
                      Delete
                    </Button>
                  </Group>
                )}
              </Confirm>
            )}
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}
