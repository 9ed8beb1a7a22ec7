import { Button, Grid, Group, Loader, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { CalendarRange } from "lucide-react";
import { useEffect } from "react";
import type { ViralLibraryVideo } from "vireo/client";
import { Link, useLocation } from "wouter";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { Breadcrumb } from "../../ui/breadcrumb";
import { DeleteButton } from "../../ui/delete-button";
import { Page } from "../../ui/page";
import { QueryView } from "../../ui/query-view";
import { Analyse } from "./analyse";
import { Analysis } from "./analysis";
import { Details } from "./details";
import { useOwnAnalysis, useViralVideo } from "./queries";

const NoAnalysis = ({ video }: { video: ViralLibraryVideo }) =>
  video.description ? (
    <Group gap="sm" role="status">
      <Loader size="sm" />
      <Text size="sm">Analysing caption…</Text>
    </Group>
  ) : (
    <Text size="sm">This video has no caption to analyse.</Text>
  );

function DeleteVideo({ id, library }: ViralLibraryVideo) {
  const [, navigate] = useLocation();
  const remove = useAction(
    async () => {
      await vireo.viralLibrary.videos.delete(id);
      navigate("/viral");
    },
    { stale: ["viral"], done: "Video deleted" },
  );
  const place = library === "own" ? "your library" : "the shared library for everyone";
  return (
    <DeleteButton
      title="Delete this video?"
      text={`The video and its analysis are removed from ${place}. Existing plans aren't affected.`}
      run={() => remove.mutateAsync(undefined)}
    />
  );
}

/** A video with its analysis. */
export function VideoPage({ id }: { id: string }) {
  const query = useViralVideo(id);
  const { data: own } = useOwnAnalysis(id);
  const client = useQueryClient();
  const [canWrite, isAdmin] = [useCan("research:write"), useCan("admin")];
  const isAnalysed = own?.status === "completed";
  useEffect(() => {
    if (isAnalysed) void client.invalidateQueries({ queryKey: keys.viralVideo(id) });
  }, [client, isAnalysed, id]);
  return (
    <QueryView query={query} lines={8} list={{ href: "/viral", title: "Viral library" }}>
      {(video) => {
        const { description, username, analysis: shared, library } = video;
        const title = description.length > 70 ? `${description.slice(0, 68)}…` : description || `Video by @${username}`;
        // For a shared video, the account's own analysis is stored outside the library.
        const ofVideo = shared?.basis === "video" ? shared : (own?.analysis ?? undefined);
        const analysis = ofVideo ?? shared;
        return (
          <Page
            title={title}
            text={
              <Breadcrumb
                links={[
                  { href: `/viral?library=${library}`, title: library === "own" ? "My library" : "Shared library" },
                ]}
                current={`@${username}`}
              />
            }
          >
            <Grid gap="lg">
              <Grid.Col span={{ base: 12, sm: 5, md: 4, lg: 3 }}>
                <Stack gap="md">
                  <Details video={video} />
                  {canWrite && (library === "own" || isAdmin) && <DeleteVideo {...video} />}
                </Stack>
              </Grid.Col>
              <Grid.Col span={{ base: 12, sm: 7, md: 8, lg: 9 }}>
                <Stack gap="lg">
                  {canWrite && (
                    <Group>
                      <Button component={Link} href={`/plans?from=${id}`} leftSection={<CalendarRange size={16} />}>
                        Create plan from video
                      </Button>
                    </Group>
                  )}
                  {!ofVideo && <Analyse video={video} own={own} />}
                  {analysis ? <Analysis analysis={analysis} /> : <NoAnalysis video={video} />}
                </Stack>
              </Grid.Col>
            </Grid>
          </Page>
        );
      }}
    </QueryView>
  );
}
