import { ActionIcon, AspectRatio, Card, Center, Group, Image, Menu, SimpleGrid, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { EllipsisVertical, FileAudio, FolderUp } from "lucide-react";
import type { Upload } from "vireo/client";
import { Link } from "wouter";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { Confirm } from "../../ui/confirm";
import { Empty } from "../../ui/empty";
import { Failure } from "../../ui/failure";
import { FileDrop } from "../../ui/file-drop";
import { Loading } from "../../ui/loading";
import { formatDuration, toLocalUrl } from "../../ui/media";
import { Pager } from "../../ui/pager";
import { AudioPlayer, VideoPlayer } from "../../ui/player";
import { Status } from "../../ui/status";
import { formatRelative } from "../../ui/time";

const MIME =
  "video/mp4,video/quicktime,video/webm,image/png,image/jpeg,image/webp,image/gif,audio/mpeg,audio/wav,audio/mp4";
const size = new Intl.NumberFormat(undefined, { style: "unit", unit: "megabyte", maximumSignificantDigits: 2 });

function Face({ upload, name }: { upload: Upload; name: string }) {
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
        <FileAudio size={32} aria-hidden />
        <AudioPlayer url={url} title={name} />
      </Stack>
    </Center>
  );
}

function UploadCard({ upload }: { upload: Upload }) {
  const { uploadId, fileName, kind, duration, status, url } = upload;
  const name = fileName ?? `${kind ?? "File"} without a name`;
  const [mayMake, mayPost] = [useCan("media:write"), useCan("social:write")];
  const remove = useAction(() => vireo.uploads.delete(uploadId), { changes: ["uploads"], done: "It is deleted." });
  const address = encodeURIComponent(url);
  return (
    <Card withBorder padding="sm">
      <Card.Section>
        <AspectRatio ratio={1} bg="var(--mantine-color-default-hover)">
          <Face upload={upload} name={name} />
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
        </Stack>
        <Confirm
          title={`Delete “${name}”?`}
          text="The file is gone at once. Posts that were not sent yet and use it will fail."
          verb="Delete"
          run={() => remove.mutateAsync(undefined)}
        >
          {(ask) => (
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon variant="subtle" color="gray" aria-label={`${name}: actions`}>
                  <EllipsisVertical size={18} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {status === "stored" && (
                  <Menu.Item component="a" href={toLocalUrl(url)} download={name}>
                    Download
                  </Menu.Item>
                )}
                {status === "stored" && kind === "image" && mayMake && (
                  <>
                    <Menu.Item component={Link} href={`/create?kind=video&imageUrl=${address}`}>
                      Use as first frame
                    </Menu.Item>
                    <Menu.Item component={Link} href={`/create?kind=image&imageUrl=${address}`}>
                      Edit with words
                    </Menu.Item>
                  </>
                )}
                {status === "stored" && kind === "video" && mayPost && (
                  <Menu.Item component={Link} href={`/calendar?videoUrl=${address}`}>
                    Schedule
                  </Menu.Item>
                )}
                {mayMake && (
                  <Menu.Item color="red" onClick={ask}>
                    Delete
                  </Menu.Item>
                )}
              </Menu.Dropdown>
            </Menu>
          )}
        </Confirm>
      </Group>
    </Card>
  );
}

/** The account's own files. */
export function Uploads({ page, setPage }: { page: number; setPage(page: number): void }) {
  const mayMake = useCan("media:write");
  const { data, error, refetch } = useQuery({
    queryKey: ["uploads", page],
    queryFn: () => vireo.uploads.list({ page, pageSize: 24 }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      {mayMake && (
        <FileDrop
          label="Add a file"
          description="A video, a picture or a sound; it can be used wherever an address is asked for."
          accept={MIME}
          onDone={() => void refetch()}
        />
      )}
      {error && <Failure error={error} retry={refetch} />}
      {!data && !error && <Loading lines={6} />}
      {data?.uploads.length === 0 && (
        <Empty
          icon={FolderUp}
          title="No files yet"
          text="Bring product photos, clips and sounds. They become first frames, references and posts."
        />
      )}
      {data && data.uploads.length > 0 && (
        <SimpleGrid cols={{ base: 2, xs: 3, md: 4, lg: 6 }} spacing="md">
          {data.uploads.map((upload) => (
            <UploadCard key={upload.uploadId} upload={upload} />
          ))}
        </SimpleGrid>
      )}
      {data && <Pager pagination={data.pagination} onChange={setPage} />}
    </>
  );
}
