import { Button, Group, Paper, Stack, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Wand } from "lucide-react";
import { useLocation } from "wouter";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { Breadcrumb } from "../../ui/breadcrumb";
import { usePrices } from "../../ui/catalog";
import { DeleteButton } from "../../ui/delete-button";
import { FailedJob } from "../../ui/failure";
import { useSubmit } from "../../ui/form";
import { ItemProgress } from "../../ui/job-progress";
import { isRunning, type Kind, type MediaItem, media, useMediaItem } from "../../ui/media";
import { MediaActions } from "../../ui/media-actions";
import { Page } from "../../ui/page";
import { Panel } from "../../ui/panel";
import { Draft, Player } from "../../ui/player";
import { QueryView } from "../../ui/query-view";
import { VersionSection } from "../../ui/versions";
import { rememberRequest } from "../create/recent-requests";
import { blank } from "../create/values";
import { AffectedMedia } from "./affected-posts";
import { Details } from "./details";

/** Creates a new image from this one and a prompt. */
function EditImage({ item }: { item: MediaItem }) {
  const [, navigate] = useLocation();
  const price = usePrices().ofCall("imageEdit");
  const form = useForm({ initialValues: { prompt: "" } });
  const edit = useSubmit(
    form,
    async ({ prompt }) => {
      const { imageId } = await vireo.images.edit({ imageId: item.id, prompt });
      const imageUrl = new URL(item.url ?? "", location.origin).href;
      rememberRequest(imageId, { ...blank, prompt, imageUrl });
      form.reset();
      navigate(`/library/image/${imageId}`);
    },
    { stale: ["images", "credits"] },
  );
  return (
    <Panel title="Edit image">
      <form noValidate onSubmit={edit.onSubmit}>
        <Stack gap="sm">
          <Textarea
            aria-label="Changes"
            placeholder="Crop to a square, warmer light, add the text “Friday”"
            {...form.getInputProps("prompt")}
            maxLength={2000}
            minRows={2}
            required
          />
          <Group justify="space-between">
            <Text size="sm">{price}</Text>
            <Button type="submit" variant="light" loading={edit.isPending} leftSection={<Wand size={16} />}>
              Edit
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

function DeleteItem({ item }: { item: MediaItem }) {
  const { kind, id, versions } = item;
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
      text={
        <>
          {files} will be deleted permanently.
          <AffectedMedia kind={kind} items={[item]} />
        </>
      }
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
