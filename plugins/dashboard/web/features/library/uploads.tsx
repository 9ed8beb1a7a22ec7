import {
  Anchor,
  AspectRatio,
  Card,
  Center,
  Group,
  Image,
  SimpleGrid,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileAudio, FolderUp, SearchX } from "lucide-react";
import { useState } from "react";
import type { Upload } from "vireo/client";
import { queries, vireo } from "../../api";
import { keys } from "../../query-keys";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { ActionMenu } from "../../ui/action-menu";
import { Empty } from "../../ui/empty";
import { FileDrop } from "../../ui/file-drop";
import { useSubmit } from "../../ui/form";
import { FormDialog } from "../../ui/form-dialog";
import { formatDuration, toLocalUrl } from "../../ui/media";
import { Pager } from "../../ui/pager";
import { AudioPlayer, VideoPlayer } from "../../ui/player";
import { QueryView } from "../../ui/query-view";
import { SearchField } from "../../ui/search-field";
import { Status } from "../../ui/status";
import { formatRelative } from "../../ui/time";
import { createUploads } from "../../ui/uploads";
import { Choice } from "./filters";
import { type Show, toOptions } from "./labels";

const MIME =
  "video/mp4,video/quicktime,video/webm,image/png,image/jpeg,image/webp,image/gif,audio/mpeg,audio/wav,audio/mp4";
const size = new Intl.NumberFormat(undefined, { style: "unit", unit: "megabyte", maximumSignificantDigits: 2 });

function Preview({ upload, name }: { upload: Upload; name: string }) {
  const url = toLocalUrl(upload.url);
  if (upload.status !== "stored") {
    return (
      <Center>
        <Status value={upload.status} />
      </Center>
    );
  }
  if (upload.kind === "image") return <Image src={url} alt={name} loading="lazy" fit="cover" />;
  if (upload.kind === "video") return <VideoPlayer url={url} title={name} width={1} height={1} />;
  return (
    <Center p="sm">
      <Stack align="center" w="100%">
        <FileAudio size={32} />
        <AudioPlayer url={url} title={name} />
      </Stack>
    </Center>
  );
}

/** Name and tags of an upload. */
function UploadDialog({ upload, close }: { upload: Upload; close(): void }) {
  const form = useForm({ initialValues: { fileName: upload.fileName ?? "", tags: upload.tags ?? [] } });
  const submit = useSubmit(
    form,
    async ({ fileName, tags }) => {
      await vireo.uploads.update(upload.uploadId, { tags, ...(fileName.trim() ? { fileName } : {}) });
      close();
    },
    { stale: ["uploads"], done: "Details saved" },
  );
  return (
    <FormDialog title="Name and tags" action="Save" submit={submit} close={close}>
      <TextInput label="Name" maxLength={255} {...form.getInputProps("fileName")} data-autofocus />
      <TagsInput
        label="Tags"
        placeholder="Type a tag and press Enter"
        maxTags={20}
        isDuplicate={(tag, all) => tag.length > 50 || all.includes(tag)}
        acceptValueOnBlur
        {...form.getInputProps("tags")}
      />
    </FormDialog>
  );
}

interface MenuProps {
  upload: Upload;
  name: string;
  edit(): void;
}

function UploadMenu({ upload: { uploadId, kind, status, url, videoId }, name, edit }: MenuProps) {
  const [canCreate, canPost] = [useCan("media:write"), useCan("social:write")];
  const remove = useAction(() => vireo.uploads.delete(uploadId), {
    stale: ["uploads", "videos"],
    done: "Upload deleted",
  });
  const isReady = (wanted?: Upload["kind"]) => status === "stored" && (!wanted || kind === wanted);
  const param = encodeURIComponent(url);
  return (
    <ActionMenu
      label={`${name}: actions`}
      actions={[
        isReady() && { label: "Download", download: { url: toLocalUrl(url), name } },
        isReady("image") && canCreate && { label: "Use as first frame", href: `/create?kind=video&imageUrl=${param}` },
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
            text: "The file will be deleted permanently. Scheduled posts that use it will fail.",
            verb: "Delete",
            run: () => remove.mutateAsync(undefined),
          },
        },
      ]}
    />
  );
}

function UploadCard({ upload, show }: { upload: Upload; show: Show }) {
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
          <Text size="sm" fw={550} truncate>
            {name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {size.format(upload.size / 1e6)}
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

/** Uploads continue while other pages are open. */
const sending = createUploads(() => {
  for (const resource of ["uploads", "videos"]) void queries.invalidateQueries({ queryKey: [resource] });
});

const uploadKinds = [
  { value: "video", label: "Videos" },
  { value: "image", label: "Images" },
  { value: "audio", label: "Audio" },
] as const;

interface Props {
  query: { page: number; q?: string | undefined; tag?: string | undefined };
  /** One of `uploadKinds`. */
  type: string | null;
  show: Show;
}

export function Uploads({ query: { page, q, tag }, type, show }: Props) {
  const canCreate = useCan("media:write");
  const kind = uploadKinds.find(({ value }) => value === type)?.value;
  const filters = { ...(q ? { q } : {}), ...(tag ? { tag } : {}), ...(kind ? { kind } : {}) };
  const query = useQuery({
    queryKey: keys.uploads(page, filters),
    queryFn: () => vireo.uploads.list({ page, pageSize: 24, ...filters }),
    placeholderData: keepPreviousData,
  });
  const { data: labels } = useQuery({
    queryKey: keys.labels("uploads"),
    queryFn: () => vireo.uploads.tags.list(),
  });
  const tags = toOptions(labels?.tags);
  return (
    <>
      {canCreate && (
        <FileDrop
          label="Upload files"
          description="Videos, images and audio. Videos can be captioned, edited and posted like generated ones."
          accept={MIME}
          multiple
          uploads={sending}
        />
      )}
      <Group role="search" aria-label="Uploads">
        <SearchField
          label="Search by name or tag"
          placeholder="Search by name or tag"
          value={q ?? ""}
          onChange={(q) => show({ q: q || undefined })}
        />
        <Choice
          label="Kinds"
          data={uploadKinds}
          value={kind ?? null}
          onChange={(next) => show({ type: next ?? undefined })}
        />
        {(tags.length > 0 || tag) && (
          <Choice
            label="Tags"
            data={tag && !tags.some(({ value }) => value === tag) ? [tag, ...tags] : tags}
            value={tag ?? null}
            onChange={(next) => show({ tag: next ?? undefined })}
            searchable
          />
        )}
      </Group>
      <QueryView query={query} lines={6}>
        {({ uploads, pagination }) =>
          uploads.length === 0 && (q || tag || kind) ? (
            <Empty icon={SearchX} title="No uploads match" text="Try another search or other filters." />
          ) : uploads.length === 0 ? (
            <Empty
              icon={FolderUp}
              title="No uploads yet"
              text="Upload product photos, clips and audio to use in videos and posts."
            />
          ) : (
            <>
              <SimpleGrid cols={{ base: 2, xs: 3, md: 4, lg: 6 }} spacing="md">
                {uploads.map((upload) => (
                  <UploadCard key={upload.uploadId} upload={upload} show={show} />
                ))}
              </SimpleGrid>
              <Pager pagination={pagination} onChange={(page) => show({ page })} />
            </>
          )
        }
      </QueryView>
    </>
  );
}
