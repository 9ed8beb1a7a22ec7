import { Alert, Box, Button, Group, List, Paper, Stack, Text } from "@mantine/core";
import { CircleAlert, Scissors } from "lucide-react";
import { useState } from "react";
import type { Interval } from "vireo/captions/align";
import type { ClipSearch } from "vireo/client";
import { Link, useLocation } from "wouter";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { ActionMenu } from "../../ui/action-menu";
import { Breadcrumb } from "../../ui/breadcrumb";
import { CancelButton } from "../../ui/cancel-job";
import { Empty } from "../../ui/empty";
import { FailedJob } from "../../ui/failure";
import { JobProgress } from "../../ui/job-progress";
import { isRunning, type MediaItem, useMediaItem } from "../../ui/media";
import { Page } from "../../ui/page";
import "../../ui/media.css";
import { VideoPlayer } from "../../ui/player";
import { QueryView } from "../../ui/query-view";
import { playEdge } from "./boundaries";
import "./clips.css";
import { CloseUp } from "./close-up";
import { MomentDetails } from "./moment-details";
import { MomentList } from "./moment-list";
import { type Moment, useClipSearch, useMoments, useMovedMoments } from "./queries";
import { Timeline } from "./timeline";
import { usePartPlayer } from "./use-part-player";
import { useWords } from "./words";

/** Progress of the search, with a button to cancel it. */
function SearchProgress({ search: { clipsId, status, progress } }: { search: ClipSearch }) {
  const canWrite = useCan("media:write");
  const cancel = useAction(() => vireo.clips.delete(clipsId), {
    stale: ["clips", "credits"],
    done: "Search cancelled",
  });
  return (
    <Stack gap="xs">
      <Group wrap="nowrap" align="flex-end" gap="xs">
        <JobProgress status={status} progress={progress} title="Search" label="Searching" />
        {canWrite && <CancelButton noun="search" dismiss="Keep searching" run={() => cancel.mutateAsync(undefined)} />}
      </Group>
      <Text size="sm" c="dimmed">
        Moments appear here when the search is done. You can leave this page.
      </Text>
    </Stack>
  );
}

const Warnings = ({ warnings = [] }: Pick<ClipSearch, "warnings">) =>
  warnings.length > 0 && (
    <Alert
      color="orange"
      icon={<CircleAlert />}
      role="status"
      title={warnings.length === 1 ? warnings[0]?.message : "Notes"}
    >
      {warnings.length > 1 && (
        <List size="sm">
          {warnings.map(({ code, message }) => (
            <List.Item key={`${code} ${message}`}>{message}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );

const SearchAgain = ({ videoId }: { videoId: string }) => (
  <Button component={Link} href={`/clips/new?video=${videoId}`} variant="default" leftSection={<Scissors size={16} />}>
    Search again
  </Button>
);

interface ResultsProps {
  search: ClipSearch;
  source: MediaItem | undefined;
}

/** The long video with its moments, the details of one of them, and the list of all. */
function Results({ search, source }: ResultsProps) {
  const { clipsId } = search;
  const moments = useMovedMoments(useMoments(search));
  const player = usePartPlayer();
  const canWrite = useCan("media:write");
  const words = useWords(search);
  const [selected, setSelected] = useState<string>();
  const [draft, setDraft] = useState<{ id: string; span: Interval }>();
  const shown = moments.find(({ id }) => id === selected) ?? moments[0];
  const select = (moment: Moment) => {
    setSelected(moment.id);
    player.play(moment);
  };
  const duration = Math.max(source?.duration ?? 1, ...moments.map(({ end }) => end));
  const current = draft && draft.id === shown?.id ? draft.span : undefined;
  const drawn = current ? moments.map((one) => (one === shown ? { ...one, ...current } : one)) : moments;
  const canMove = canWrite && shown?.clip?.status === "completed" && source?.duration !== undefined;
  const change = (span: Interval | undefined) => setDraft(span && shown ? { id: shown.id, span } : undefined);
  const url = source?.versions.find(({ version }) => version === search.version)?.url ?? source?.url;
  return (
    <div className="media-page">
      <Paper withBorder p="md" bg="var(--mantine-color-default-hover)">
        <Stack gap="md">
          {source && url && (
            <VideoPlayer
              url={url}
              title={source.title}
              posterUrl={source.posterUrl}
              width={source.width}
              height={source.height}
              maxHeight="48dvh"
              ref={player.ref}
            />
          )}
          {isRunning(search) && <SearchProgress search={search} />}
          {moments.length > 0 && (
            <Timeline moments={drawn} duration={duration} time={player.time} selected={shown?.id} select={select} />
          )}
          {shown && canMove && (
            <CloseUp
              moments={moments}
              moment={shown}
              span={current ?? shown}
              words={words}
              duration={duration}
              time={player.time}
              change={change}
              drop={(edge, span) => playEdge(player, edge, span)}
            />
          )}
        </Stack>
      </Paper>
      {shown && (
        <Box className="media-page-side">
          <MomentDetails
            key={shown.id}
            search={search}
            moment={shown}
            moments={moments}
            words={words}
            draft={current}
            setDraft={change}
            source={source}
            player={player}
          />
        </Box>
      )}
      {moments.length > 0 && <MomentList clipsId={clipsId} moments={moments} shown={shown?.id} show={select} />}
    </div>
  );
}

function PageMenu({ clipsId }: Pick<ClipSearch, "clipsId">) {
  const [, navigate] = useLocation();
  const remove = useAction(
    async () => {
      await vireo.clips.delete(clipsId);
      navigate("/clips");
    },
    { stale: ["clips"], done: "Search deleted" },
  );
  const confirm = {
    title: "Delete this search?",
    text: "Its moments are deleted permanently. Clips that were rendered stay in the library.",
    verb: "Delete",
    run: () => remove.mutateAsync(undefined),
  };
  return (
    <ActionMenu
      label="More actions"
      variant="default"
      actions={[{ label: "Delete search", isDestructive: true, confirm }]}
    />
  );
}

const bases = {
  speech: "Moments were chosen by what is said.",
  sound: "Moments were chosen by sound and motion, because it isn't known what is said.",
} as const;

/** A search for clips with its moments. */
export function SearchPage({ id }: { id: string }) {
  const query = useClipSearch(id);
  const canWrite = useCan("media:write");
  const { data: source, error } = useMediaItem("video", query.data?.videoId ?? "", query.data !== undefined);
  const title = source?.title ?? (error ? "Deleted video" : "Clips");
  return (
    <QueryView query={query} lines={8} list={{ href: "/clips", title: "Clips" }}>
      {(search) => {
        const { clipsId, videoId, status, clips, prompt, basis, warnings } = search;
        const again = canWrite && source && <SearchAgain videoId={videoId} />;
        return (
          <Page
            title={title.length > 70 ? `${title.slice(0, 68)}…` : title}
            text={<Breadcrumb links={[{ href: "/clips", title: "Clips" }]} current="Search" />}
            actions={
              canWrite &&
              !isRunning(search) && (
                <>
                  {again}
                  <PageMenu clipsId={clipsId} />
                </>
              )
            }
          >
            {(prompt || basis) && (
              <Text size="sm" c="dimmed">
                {prompt && `“${prompt}” `}
                {basis && clips.length > 0 && bases[basis]}
              </Text>
            )}
            {status === "failed" && <FailedJob job={search} />}
            <Warnings warnings={warnings} />
            <Results search={search} source={source} />
            {status === "completed" && clips.length === 0 && (
              <Empty
                icon={Scissors}
                title="No moments found"
                text="Try shorter lengths, or add subtitles if people speak in the video."
              >
                {again}
              </Empty>
            )}
          </Page>
        );
      }}
    </QueryView>
  );
}
