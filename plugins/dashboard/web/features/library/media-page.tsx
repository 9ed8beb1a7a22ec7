import { Paper, Stack } from "@mantine/core";
import { useLocation } from "wouter";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { Breadcrumb } from "../../ui/breadcrumb";
import { DeleteButton } from "../../ui/delete-button";
import { FailedJob } from "../../ui/failure";
import { ItemProgress } from "../../ui/job-progress";
import { isRunning, type Kind, type MediaItem, media, useMediaItem } from "../../ui/media";
import { MediaActions } from "../../ui/media-actions";
import { Page } from "../../ui/page";
import { Draft, Player } from "../../ui/player";
import { QueryView } from "../../ui/query-view";
import { VersionSection } from "../../ui/versions";
import { Details } from "./details";
import { EditImage } from "./edit-image";

function DeleteItem({ item: { kind, id, versions } }: { item: MediaItem }) {
  const { noun, resource, remove } = media[kind];
  const [, navigate] = useLocation();
  const removal = useAction(
    async () => {
      await remove(id);
      navigate(`/library?kind=${kind}`);
    },
    { stale: [resource], done: `${media[kind].title} deleted` },
  );
  const files = versions.length > 1 ? `All ${versions.length} versions` : "The file";
  return (
    <DeleteButton
      title={`Delete this ${noun}?`}
      text={`${files} will be deleted permanently.`}
      run={() => removal.mutateAsync(undefined)}
    />
  );
}

/** The page of a video, image or track. */
export default function MediaPage({ kind, id }: { kind: Kind; id: string }) {
  const query = useMediaItem(kind, id);
  const canCreate = useCan("media:write");
  return (
    <QueryView query={query} lines={8} list={{ href: `/library?kind=${kind}`, title: "Library" }}>
      {(item) => (
        <Page
          title={item.title.length > 70 ? `${item.title.slice(0, 68)}…` : item.title}
          text={
            <Breadcrumb links={[{ href: `/library?kind=${kind}`, title: "Library" }]} current={media[kind].title} />
          }
        >
          <div className="media-page">
            <Paper withBorder p="md" bg="var(--mantine-color-default-hover)">
              {isRunning(item) && (
                <Stack py="xl" px="md">
                  <Draft item={item} />
                  <ItemProgress item={item} />
                </Stack>
              )}
              {item.status === "failed" && <FailedJob job={item} />}
              {item.status === "completed" && <Player item={item} />}
            </Paper>
            <Stack gap="lg" className="media-page-side">
              {!isRunning(item) && <MediaActions item={item} />}
              {kind === "image" && item.status === "completed" && canCreate && <EditImage item={item} />}
              <Details item={item} />
              {canCreate && !isRunning(item) && <DeleteItem item={item} />}
            </Stack>
            <VersionSection item={item} />
          </div>
        </Page>
      )}
    </QueryView>
  );
}
