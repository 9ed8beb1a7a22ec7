import { Anchor, Breadcrumbs, Button, Grid, Group, Loader, Stack, Text } from "@mantine/core";
import { CalendarRange, ChevronRight, Trash2 } from "lucide-react";
import { useEffect } from "react";
import type { ViralLibraryVideo } from "vireo/client";
import { Link, useLocation } from "wouter";
import { queries, vireo } from "../../api";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { Confirm } from "../../ui/confirm";
import { Failure } from "../../ui/failure";
import { Loading } from "../../ui/loading";
import { Page } from "../../ui/page";
import { Look } from "./analyse";
import { Analysis } from "./analysis";
import { Facts } from "./details";
import { useOwnAnalysis, useViralVideo } from "./queries";

/** Why there is no analysis yet. */
const Unread = ({ video }: { video: ViralLibraryVideo }) =>
  video.description ? (
    <Group gap="sm" role="status">
      <Loader size="sm" />
      <Text size="sm">The caption is being read. The analysis is here in a moment.</Text>
    </Group>
  ) : (
    <Text size="sm">Only the address of this video is known. It has no caption that could be read.</Text>
  );

/** One video of the library: its facts, what makes it work, and what to do with that. */
export function One({ id }: { id: string }) {
  const { data: video, error, refetch } = useViralVideo(id);
  const { data: own } = useOwnAnalysis(id);
  const [, go] = useLocation();
  const [mayWrite, isAdmin] = [useCan("research:write"), useCan("admin")];
  const removal = useAction(
    async () => {
      await vireo.viralLibrary.videos.delete(id);
      go("/viral");
    },
    { changes: ["viral"], done: "It is deleted." },
  );
  const ended = own?.status === "completed";
  useEffect(() => {
    if (ended) void queries.invalidateQueries({ queryKey: ["viral", "one", id] });
  }, [ended, id]);
  if (error) return <Failure error={error} retry={refetch} />;
  if (!video) return <Loading lines={8} />;

  const { description, username, analysis: known, library } = video;
  const name = description.length > 70 ? `${description.slice(0, 68)}…` : description || `A video of @${username}`;
  // An analysis of a shared video is kept for the account that asked, not in the library.
  const looked = known?.basis === "video" ? known : (own?.analysis ?? undefined);
  const analysis = looked ?? known;
  return (
    <Page
      title={name}
      text={
        <Breadcrumbs separator={<ChevronRight size={14} aria-hidden />} aria-label="Where this is">
          <Anchor component={Link} href={`/viral?library=${library}`} size="sm">
            {library === "own" ? "Mine" : "Shared"}
          </Anchor>
          <Text size="sm" c="dimmed">
            @{username}
          </Text>
        </Breadcrumbs>
      }
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, sm: 5, md: 4, lg: 3 }}>
          <Stack gap="md">
            <Facts video={video} />
            {mayWrite && (library === "own" || isAdmin) && (
              <Confirm
                title="Delete this video?"
                text={
                  library === "own"
                    ? "It and its analysis leave your library. Plans that name it keep their text."
                    : "It leaves the shared library, for everybody. Plans that name it keep their text."
                }
                verb="Delete"
                run={() => removal.mutateAsync(undefined)}
              >
                {(ask) => (
                  <Group>
                    <Button
                      variant="subtle"
                      color="red"
                      size="xs"
                      leftSection={<Trash2 size={14} aria-hidden />}
                      onClick={ask}
                    >
                      Delete
                    </Button>
                  </Group>
                )}
              </Confirm>
            )}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 7, md: 8, lg: 9 }}>
          <Stack gap="lg">
            {mayWrite && (
              <Group>
                <Button
                  component={Link}
                  href={`/plans?from=${id}`}
                  leftSection={<CalendarRange size={16} aria-hidden />}
                >
                  Plan from this
                </Button>
              </Group>
            )}
            {!looked && <Look video={video} own={own} />}
            {analysis ? <Analysis analysis={analysis} /> : <Unread video={video} />}
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}
