import { Group, SimpleGrid } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FolderUp, SearchX } from "lucide-react";
import { queries, vireo } from "../../api";
import { keys } from "../../query-keys";
import { useCan } from "../../session";
import { Empty } from "../../ui/empty";
import { FileDrop } from "../../ui/file-drop";
import { Pager } from "../../ui/pager";
import { QueryView } from "../../ui/query-view";
import { SearchField } from "../../ui/search-field";
import { createUploads } from "../../ui/uploads";
import { Choice } from "./choice";
import type { Show } from "./labels";
import { TagFilter } from "./tag-fields";
import { UploadCard } from "./upload-card";

const MIME =
  "video/mp4,video/quicktime,video/webm,image/png,image/jpeg,image/webp,image/gif,image/heic,image/avif,audio/mpeg,audio/wav,audio/mp4";
/** At module level, so that uploads continue while other pages are open. */
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

export default function Uploads({ query: { page, q, tag }, type, show }: Props) {
  const canCreate = useCan("media:write");
  const kind = uploadKinds.find(({ value }) => value === type)?.value;
  const filters = { q: q || undefined, tag: tag || undefined, kind };
  const query = useQuery({
    queryKey: keys.uploads(page, filters),
    queryFn: ({ signal }) => vireo.uploads.list({ page, pageSize: 24, ...filters }, { signal }),
    placeholderData: keepPreviousData,
  });
  const { data: labels } = useQuery({
    queryKey: keys.labels("uploads"),
    queryFn: () => vireo.uploads.tags.list(),
  });
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
      <Group gap="sm" role="search" aria-label="Uploads" className="filters">
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
        <TagFilter known={labels?.tags} tag={tag} show={show} />
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
