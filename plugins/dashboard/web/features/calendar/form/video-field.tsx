import {
  AspectRatio,
  Box,
  Button,
  Input,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
} from "@mantine/core";
import { Film, Replace } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { Empty } from "../../../ui/empty";
import { FileDrop } from "../../../ui/file-drop";
import { type MediaQuery, useMedia } from "../../../ui/media";
import { getFit, Still } from "../../../ui/media-card";
import { Pager } from "../../../ui/pager";
import { QueryView } from "../../../ui/query-view";
import { Filters } from "../../library/filters";
import type { Show } from "../../library/labels";
import type { SelectedVideo } from "./values";

type Select = (video: SelectedVideo) => void;

const PAGE_SIZE = 8;

function LibraryPicker({ select }: { select: Select }) {
  const [filters, setFilters] = useState<MediaQuery>({});
  const query = useMedia("video", { page: 1, ...filters, pageSize: PAGE_SIZE, status: "completed" });
  const show: Show = (next) => setFilters((before) => ({ ...before, page: 1, ...next }) as MediaQuery);
  const isFiltered = Object.entries(filters).some(([name, value]) => name !== "page" && value !== undefined);
  const picker = (
    <QueryView query={query} lines={3}>
      {({ items, pagination }) =>
        items.length === 0 && isFiltered ? (
          <Text size="sm" c="dimmed">
            No videos match the filters
          </Text>
        ) : items.length === 0 ? (
          <Empty icon={Film} title="No videos yet" text="Create a video, or upload one.">
            <Button component={Link} href="/create?kind=video" variant="light">
              Create video
            </Button>
          </Empty>
        ) : (
          <Stack gap="sm">
            <SimpleGrid cols={{ base: 3, xs: 4 }} spacing="xs">
              {items.map((item) => (
                <UnstyledButton
                  key={item.id}
                  onClick={() => select({ videoId: item.id, title: item.title })}
                  className="video-choice"
                >
                  <AspectRatio ratio={9 / 16} bg="var(--mantine-color-default-hover)" className="video-still">
                    <Box pos="relative">
                      <Still url={item.url} thumbnailUrl={item.thumbnailUrl} fit={getFit(item)} />
                    </Box>
                  </AspectRatio>
                  <Text size="xs" lineClamp={2} mt={4}>
                    {item.title}
                  </Text>
                </UnstyledButton>
              ))}
            </SimpleGrid>
            <Pager pagination={pagination} onChange={(page) => show({ page })} />
          </Stack>
        )
      }
    </QueryView>
  );
  // An empty library has nothing to filter.
  const isEmpty = !isFiltered && query.data?.items.length === 0;
  return (
    <Stack gap="sm">
      {!isEmpty && <Filters tab="video" query={filters} show={show} isPicker />}
      {picker}
    </Stack>
  );
}

function UrlInput({ select }: { select: Select }) {
  const [url, setUrl] = useState("");
  const isUrl = /^https?:\/\/\S+$/.test(url.trim());
  const submit = () => select({ videoUrl: url.trim() });
  return (
    <TextInput
      label="Video URL"
      description="A public link to the file"
      placeholder="https://example.com/video.mp4"
      type="url"
      value={url}
      onChange={(event) => setUrl(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        if (isUrl) submit();
      }}
      rightSection={
        <Button size="compact-sm" variant="light" disabled={!isUrl} onClick={submit}>
          Use
        </Button>
      }
      rightSectionWidth={64}
    />
  );
}

const sources = [
  { value: "library", label: "Library" },
  { value: "upload", label: "Upload" },
  { value: "url", label: "URL" },
];

interface Props {
  video: SelectedVideo | undefined;
  error: string | undefined;
  onChange(video: SelectedVideo | undefined): void;
}

/** Selects the video of a post: from the library, an upload or a URL. */
export function VideoField({ video, error, onChange }: Props) {
  const [source, setSource] = useState("library");
  if (video) {
    return (
      <Input.Wrapper label="Video" labelElement="div" error={error}>
        <Stack gap={6} mt={4} align="flex-start">
          <Text size="sm" lineClamp={2} style={{ overflowWrap: "anywhere" }}>
            {video.title || video.videoUrl || video.videoId}
          </Text>
          <Button variant="default" size="xs" leftSection={<Replace size={14} />} onClick={() => onChange(undefined)}>
            Change video
          </Button>
        </Stack>
      </Input.Wrapper>
    );
  }
  return (
    <Input.Wrapper label="Video" labelElement="div" required error={error}>
      <Stack gap="sm" mt={4}>
        <SegmentedControl data={sources} value={source} onChange={setSource} aria-label="Video source" />
        {source === "library" && <LibraryPicker select={onChange} />}
        {source === "upload" && (
          <FileDrop
            label="Upload a video"
            accept="video/mp4,video/quicktime,video/webm"
            onDone={({ url, videoId, fileName }) =>
              onChange({ videoId, videoUrl: videoId ? undefined : url, title: fileName })
            }
          />
        )}
        {source === "url" && <UrlInput select={onChange} />}
      </Stack>
    </Input.Wrapper>
  );
}
