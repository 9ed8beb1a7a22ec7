import { Anchor, AspectRatio, Card, Center, Group, Image, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { FileAudio } from "lucide-react";
import { useState } from "react";
import type { Upload } from "vireo/client";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { ActionMenu } from "../../ui/action-menu";
import { useSubmit } from "../../ui/form";
import { FormDialog } from "../../ui/form-dialog";
import { formatDuration, toLocalUrl } from "../../ui/media";
import { formatBytes } from "../../ui/numbers";
import { AudioPlayer, VideoPlayer } from "../../ui/player";
import { usePoster } from "../../ui/poster";
import { Status } from "../../ui/status";
import { formatRelative } from "../../ui/time";
import { AffectedPosts } from "./affected-posts";
import type { Show } from "./labels";
import { TagsField } from "./tag-fields";

function Preview({ upload, name }: { upload: Upload; name: string }) {
  const url = toLocalUrl(upload.url);
  const poster = usePoster(upload.videoId);
  if (upload.status !== "stored") {
    return (
      <Center>
        <Status value={upload.status} />
      </Center>
    );
  }
  if (upload.kind === "image")
    return <Image src={toLocalUrl(upload.thumbnailUrl) ?? url} alt={name} loading="lazy" fit="contain" />;
  if (upload.kind === "video")
    return (
      <VideoPlayer
        url={url}
        title={name}
        width={1}
        height={1}
        posterUrl={poster}
        preload={poster ? "none" : undefined}
      />
    );
  return (
    <Center p="sm">
      <Stack align="center" w="100%">
        <FileAudio size={32} />
        <AudioPlayer url={url} title={name} />
      </Stack>
    </Center>
  );
}

/** Edits the name and tags of an upload. */
function UploadDialog({ upload, close }: { upload: Upload; close(): void }) {
  const form = useForm({ initialValues: { fileName: upload.fileName ?? "", tags: upload.tags ?? [] } });
  const submit = useSubmit(
    form,
    async ({ fileName, tags }) => {
      await vireo.uploads.update(upload.uploadId, { tags, fileName: fileName.trim() ? fileName : undefined });
      close();
    },
    { stale: ["uploads"], done: "Details saved" },
  );
  return (
    <FormDialog title="Name and tags" action="Save" submit={submit} close={close}>
      <TextInput label="Name" maxLength={255} {...form.getInputProps("fileName")} data-autofocus />
      <TagsField input={form.getInputProps("tags")} />
    </FormDialog>
  );
}

interface MenuProps {
  upload: Upload;
  name: string;
  edit(): void;
}

function UploadMenu({ upload: { uploadId, kind, status, url, videoId }, name, edit }: MenuProps) {
  const [canCreate, canPost] = [useCan("media:write"), useCan("social:draft")];
  const remove = useAction(() => vireo.uploads.delete(uploadId), {
    stale: ["uploads", "videos"],
    done: "Upload deleted",
  });
  const isReady = (required?: Upload["kind"]) => status === "stored" && (!required || kind === required);
  const param = encodeURIComponent(url);
  return (
    <ActionMenu
      label={`${name}: actions`}
      actions={[
        isReady() && { label: "Download", download: { url: toLocalUrl(url), name } },
        isReady("image") && canCreate && { label: "Use in a video", href: `/create?kind=video&imageUrl=${param}` },
        isReady("image") && canCreate && { label: "Edit image", href: `/create?kind=image&imageUrl=${param}` },
        videoId !== undefined && { label: "Open", href: `/library/video/${videoId}` },
        videoId !== undefined && canCreate && { label: "Edit", href: `/library/video/${videoId}?edit=captions` },
        isReady("video") &&
          canPost && {
            label: "Schedule",
            href: videoId ? `/calendar?video=${videoId}` : `/calendar?videoUrl=${param}`,
          },
        canCreate && { label: "Name and tags", run: edit },
        canCreate && {
          label: "Delete",
          isDestructive: true,
          confirm: {
            title: `Delete “${name}”?`,
            text: videoId ? (
              "The file will be deleted permanently, unless a video of the library needs it."
            ) : (
              <>
                The file will be deleted permanently.
                <AffectedPosts media={{ uploadId }} />
              </>
            ),
            verb: "Delete",
            run: () => remove.mutateAsync(undefined),
          },
        },
      ]}
    />
  );
}

/** An upload in the grid. */
export function UploadCard({ upload, show }: { upload: Upload; show: Show }) {
  const { fileName, kind, duration, tags } = upload;
  const [isEditing, setEditing] = useState(false);
  const name = fileName ?? `Untitled ${kind ?? "file"}`;
  return (
    <Card withBorder padding="sm">
      <Card.Section>
        <AspectRatio ratio={1} bg="var(--mantine-color-default-hover)">
          <Preview upload={upload} name={name} />
        </AspectRatio>
      </Card.Section>
      <Group mt="sm" wrap="nowrap" justify="space-between" gap={4}>
        <Stack gap={0} miw={0}>
          <Text size="sm" fw={500} lineClamp={2} style={{ overflowWrap: "anywhere" }}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {formatBytes(upload.size)}
            {duration ? `, ${formatDuration(duration)}` : ""}, {formatRelative(upload.createdAt)}
          </Text>
          {tags && (
            <Group gap={6} wrap="nowrap" style={{ overflow: "hidden" }}>
              {tags.map((tag) => (
                <Anchor
                  key={tag}
                  component="button"
                  type="button"
                  size="xs"
                  mih={24}
                  miw={24}
                  onClick={() => show({ tag })}
                >
                  {tag}
                </Anchor>
              ))}
            </Group>
          )}
        </Stack>
        <UploadMenu upload={upload} name={name} edit={() => setEditing(true)} />
      </Group>
      {isEditing && <UploadDialog upload={upload} close={() => setEditing(false)} />}
    </Card>
  );
}
