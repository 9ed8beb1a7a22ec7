import { Button, Stack, Text } from "@mantine/core";
import { Plus, Scissors } from "lucide-react";
import type { ClipSearch } from "vireo/client";
import { Link, useSearchParams } from "wouter";
import { useCan } from "../../session";
import { Empty } from "../../ui/empty";
import { JobRow } from "../../ui/job-row";
import { Loading } from "../../ui/loading";
import { type MediaItem, useMedia } from "../../ui/media";
import { pluralise } from "../../ui/numbers";
import { Page } from "../../ui/page";
import { Pager, parsePage } from "../../ui/pager";
import { Poster } from "../../ui/poster";
import { QueryView } from "../../ui/query-view";
import { formatRelative } from "../../ui/time";
import { useClipSearches } from "./queries";

/** "5 moments, 3 clips" */
function describeResults({ clips }: ClipSearch): string {
  const made = clips.filter(({ videoId }) => videoId).length;
  return [pluralise(clips.length, "moment"), ...(made > 0 ? [pluralise(made, "clip")] : [])].join(", ");
}

function Row({ search, source }: { search: ClipSearch; source: MediaItem | undefined }) {
  const { clipsId, videoId, status, prompt, createdAt } = search;
  return (
    <JobRow
      job={search}
      href={`/clips/${clipsId}`}
      title={source?.title ?? "Deleted video"}
      label="Searching"
      picture={<Poster videoId={videoId} />}
    >
      {prompt && (
        <Text size="sm" lineClamp={2}>
          {prompt}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {status === "completed" && `${describeResults(search)}, `}
        {formatRelative(createdAt)}
      </Text>
    </JobRow>
  );
}

/** The searches, with the titles of their videos. */
function Rows({ searches }: { searches: readonly ClipSearch[] }) {
  const ids = [...new Set(searches.map(({ videoId }) => videoId))].sort();
  const { data } = useMedia("video", { ids: ids.join(","), pageSize: ids.length });
  // Without them, each row would show the title of a deleted video.
  if (!data) return <Loading lines={searches.length} />;
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: "none" }} aria-label="Clip searches">
      {searches.map((search) => (
        <Row key={search.clipsId} search={search} source={data.items.find(({ id }) => id === search.videoId)} />
      ))}
    </Stack>
  );
}

export function SearchList() {
  const [params, setParams] = useSearchParams();
  const page = parsePage(params);
  const canWrite = useCan("media:write");
  const create = canWrite && (
    <Button component={Link} href="/clips/new" leftSection={<Plus size={16} />}>
      New search
    </Button>
  );
  return (
    <Page title="Clips" text="Short clips of the best moments of long videos" actions={create}>
      <QueryView query={useClipSearches(page)}>
        {({ searches, pagination }) =>
          searches.length === 0 ? (
            <Empty
              icon={Scissors}
              title={page > 1 ? "No more searches" : "No clips yet"}
              text="Turn a podcast, a talk or a stream into short clips with captions."
            >
              {create}
            </Empty>
          ) : (
            <>
              <Rows searches={searches} />
              <Pager pagination={pagination} onChange={(next) => setParams({ page: String(next) })} />
            </>
          )
        }
      </QueryView>
    </Page>
  );
}
