import {
  AspectRatio,
  Box,
  Button,
  Group,
  Input,
  Paper,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  UnstyledButton,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Check, Film, ImagePlus } from "lucide-react";
import { useState } from "react";
import type { Upload } from "vireo/client";
import type { PlatformInfo } from "vireo/platforms";
import { Link } from "wouter";
import { vireo } from "../../../api";
import { keys } from "../../../query-keys";
import { Empty } from "../../../ui/empty";
import { FileDrop } from "../../../ui/file-drop";
import { type ChangeList, ItemActions, useDragOrder } from "../../../ui/image-list";
import { type MediaItem, type MediaQuery, media, toLocalUrl, useMedia } from "../../../ui/media";
import { getFit, Still } from "../../../ui/media-card";
import { pluralise } from "../../../ui/numbers";
import { Pager } from "../../../ui/pager";
import { usePoster } from "../../../ui/poster";
import { QueryView } from "../../../ui/query-view";
import { Thumbnail } from "../../../ui/thumbnail";
import { Filters } from "../../library/filters";
import type { Show } from "../../library/labels";
import { MEDIA_MAX, type SelectedMedia } from "./values";

const PAGE_SIZE = 8;

/** Finds out whether an item is selected, and selects or removes it. */
interface Choice {
  has(item: SelectedMedia): boolean;
  toggle(item: SelectedMedia): void;
}

const isSame = (a: SelectedMedia, b: SelectedMedia) =>
  a.id === undefined && b.id === undefined ? a.url === b.url : a.id === b.id;

interface TileProps extends Choice {
  item: SelectedMedia;
  fit: "cover" | "contain";
}

const Tile = ({ item, fit, has, toggle }: TileProps) => (
  <UnstyledButton onClick={() => toggle(item)} className="video-choice" aria-pressed={has(item)}>
    <AspectRatio
      ratio={item.kind === "video" ? 9 / 16 : 1}
      bg="var(--mantine-color-default-hover)"
      className="video-still"
    >
      <Box pos="relative">
        <Still url={item.url && toLocalUrl(item.url)} thumbnailUrl={item.thumbnailUrl} fit={fit} />
        {has(item) && (
          <span className="post-check">
            <Check size={12} strokeWidth={3} role="img" aria-label="Selected" />
          </span>
        )}
      </Box>
    </AspectRatio>
    <Text size="xs" lineClamp={2} mt={4}>
      {item.title}
    </Text>
  </UnstyledButton>
);

/** The newest version of a video is posted, so its URL is left out. */
const fromLibrary = ({ kind, id, title, url, thumbnailUrl, width, height }: MediaItem): SelectedMedia =>
  kind === "video"
    ? { kind, id, title, thumbnailUrl: thumbnailUrl ?? undefined }
    : { kind: "image", id, title, url, thumbnailUrl, width, height };

function LibraryPicker({ kind, ...choice }: Choice & { kind: "video" | "image" }) {
  const [filters, setFilters] = useState<MediaQuery>({});
  const query = useMedia(kind, { page: 1, ...filters, pageSize: PAGE_SIZE, status: "completed" });
  const show: Show = (next) => setFilters((before) => ({ ...before, page: 1, ...next }) as MediaQuery);
  const isFiltered = Object.entries(filters).some(([name, value]) => name !== "page" && value !== undefined);
  const { plural, noun, icon } = media[kind];
  const picker = (
    <QueryView query={query} lines={3}>
      {({ items, pagination }) =>
        items.length === 0 && isFiltered ? (
          <Text size="sm" c="dimmed">
            No {plural} match the filters
          </Text>
        ) : items.length === 0 ? (
          <Empty icon={icon} title={`No ${plural} yet`} text="Create one, or upload one.">
            <Button component={Link} href={`/create?kind=${kind}`} variant="light">
              Create {noun}
            </Button>
          </Empty>
        ) : (
          <Stack gap="sm">
            <SimpleGrid cols={{ base: 3, xs: 4 }} spacing="xs" style={{ alignItems: "start" }}>
              {items.map((item) => (
                <Tile key={item.id} item={fromLibrary(item)} fit={getFit(item)} {...choice} />
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
      {!isEmpty && <Filters tab={kind} query={filters} show={show} isPicker />}
      {picker}
    </Stack>
  );
}

const fromUpload = ({ kind, videoId, url, fileName, thumbnailUrl, width, height }: Upload): SelectedMedia =>
  kind === "image"
    ? { kind, url, title: fileName, thumbnailUrl: thumbnailUrl && toLocalUrl(thumbnailUrl), width, height }
    : { kind: "video", id: videoId, url: videoId ? undefined : url, title: fileName };

/** Pictures that were uploaded. Uploaded videos are in the library. */
function UploadPicker(choice: Choice) {
  const [page, setPage] = useState(1);
  const filters = { kind: "image", pageSize: PAGE_SIZE } as const;
  const query = useQuery({
    queryKey: keys.uploads(page, filters),
    queryFn: () => vireo.uploads.list({ page, ...filters }),
  });
  return (
    <QueryView query={query} lines={3}>
      {({ uploads, pagination }) => (
        <Stack gap="sm">
          {uploads.length === 0 && <Empty icon={Film} title="No uploads yet" text="Upload a picture." />}
          <SimpleGrid cols={{ base: 3, xs: 4 }} spacing="xs">
            {uploads.map((upload) => (
              <Tile key={upload.uploadId} item={fromUpload(upload)} fit="contain" {...choice} />
            ))}
          </SimpleGrid>
          <Pager pagination={pagination} onChange={setPage} />
        </Stack>
      )}
    </QueryView>
  );
}

/** The API takes a URL with one of these endings as a video, and any other as a picture. */
const VIDEO_NAME = /\.(mp4|m4v|mov|webm|avi|mpe?g)$/i;

function UrlInput({ add }: { add(item: SelectedMedia): void }) {
  const [text, setText] = useState("");
  const url = text.trim();
  const isUrl = /^https?:\/\/\S+$/.test(url) && URL.canParse(url);
  const submit = () => {
    add({ kind: VIDEO_NAME.test(new URL(url).pathname) ? "video" : "image", url });
    setText("");
  };
  return (
    <TextInput
      label="URL of a video or picture"
      description="A public link to the file. Names of videos end in .mp4, .mov or similar."
      placeholder="https://example.com/video.mp4"
      type="url"
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
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
  { value: "video", label: "Videos" },
  { value: "image", label: "Images" },
  { value: "uploads", label: "Uploads" },
  { value: "upload", label: "New file" },
  { value: "url", label: "URL" },
];

function Picker({ add, ...choice }: Choice & { add(item: SelectedMedia): void }) {
  const [source, setSource] = useState("video");
  return (
    <Stack gap="sm" mt={4}>
      <SegmentedControl data={sources} value={source} onChange={setSource} aria-label="Source" fullWidth size="xs" />
      {(source === "video" || source === "image") && <LibraryPicker key={source} kind={source} {...choice} />}
      {source === "uploads" && <UploadPicker {...choice} />}
      {source === "upload" && (
        <FileDrop
          label="Upload videos or pictures"
          accept="video/mp4,video/quicktime,video/webm,image/jpeg,image/png,image/webp,image/heic,image/avif"
          multiple
          onDone={(upload) => add(fromUpload(upload))}
        />
      )}
      {source === "url" && <UrlInput add={add} />}
    </Stack>
  );
}

function SelectedTile({ item, name }: { item: SelectedMedia; name: string }) {
  const poster = usePoster(item.kind === "video" ? item.id : undefined);
  const url = item.url && toLocalUrl(item.url);
  return (
    <AspectRatio ratio={1} bg="var(--mantine-color-default-hover)">
      {item.kind === "image" && url ? (
        <Thumbnail url={url} alt={name} fit="cover" />
      ) : (
        <Box pos="relative" role="img" aria-label={name}>
          <Still url={url} thumbnailUrl={item.thumbnailUrl ?? poster} />
        </Box>
      )}
    </AspectRatio>
  );
}

/** "up to 10 pictures and videos", "a video" */
function describeMedia({ media: { images, videos, mixed, isOptional } }: PlatformInfo): string {
  const most = (count: number, noun: string) =>
    count === 0 ? [] : [count === 1 ? `a ${noun}` : `up to ${Math.min(count, MEDIA_MAX)} ${noun}s`];
  const kinds = mixed
    ? [`up to ${Math.min(mixed, MEDIA_MAX)} pictures and videos`]
    : [...most(images, "picture"), ...most(videos, "video")];
  return [...kinds, ...(isOptional ? ["text only"] : [])].join(" or ");
}

const ALT_TEXT_MAX = 1000;

/** Takes a text for each picture, for people who cannot see it. */
const AltTexts = ({ selected, onChange }: Pick<Props, "selected" | "onChange">) => (
  <Stack gap="xs">
    {selected.map(
      ({ kind, altText = "", ...item }, index) =>
        kind === "image" && (
          <Textarea
            key={item.id ?? item.url}
            label={`Alt text of picture ${index + 1}`}
            placeholder="What the picture shows"
            maxLength={ALT_TEXT_MAX}
            value={altText}
            onChange={({ currentTarget: { value } }) =>
              onChange((items) => items.map((other, at) => (at === index ? { ...other, altText: value } : other)))
            }
          />
        ),
    )}
  </Stack>
);

interface Props {
  selected: readonly SelectedMedia[];
  /** Platforms that the post goes to. */
  platforms: readonly PlatformInfo[];
  error: string | undefined;
  onChange: ChangeList<SelectedMedia>;
}

/** Selects what a post shows, in its order: from the library, uploads or by URL. */
export function MediaField({ selected, platforms, error, onChange }: Props) {
  const [isPicking, setPicking] = useState(false);
  const getDragProps = useDragOrder(onChange);
  const hasPictures = selected.some(({ kind }) => kind === "image");
  const [isDescribing, setDescribing] = useState(() => selected.some(({ altText }) => altText));
  const isOpen = isPicking || selected.length === 0;
  const has = (item: SelectedMedia) => selected.some((other) => isSame(item, other));
  const add = (item: SelectedMedia) => {
    onChange((items) => (items.some((other) => isSame(item, other)) ? [...items] : [...items, item]));
    // Most posts are one video. Of pictures, there are often more.
    setPicking(item.kind === "image" || selected.length > 0);
  };
  const toggle = (item: SelectedMedia) => {
    if (!has(item)) return add(item);
    onChange((items) => items.filter((other) => !isSame(item, other)));
  };
  const names = new Map(platforms.map((info) => [info.title, describeMedia(info)]));
  const limits = [...names].map(([title, text]) => `${title}: ${text}`).join(". ");
  return (
    <Input.Wrapper
      label={selected.length > 1 ? `Media (${pluralise(selected.length, "item")})` : "Media"}
      labelElement="div"
      description={limits || undefined}
      error={error}
    >
      <Stack gap="sm" mt={4}>
        {selected.length > 0 && (
          <SimpleGrid cols={{ base: 3, xs: 4 }} spacing="xs" component="ol" m={0} p={0} style={{ listStyle: "none" }}>
            {selected.map((item, index) => {
              const name = `${item.kind === "video" ? "Video" : "Picture"} ${index + 1}`;
              return (
                <Paper component="li" key={item.id ?? item.url} withBorder draggable {...getDragProps(index)}>
                  <SelectedTile item={item} name={name} />
                  <ItemActions
                    name={name}
                    noun={item.kind === "video" ? "video" : "picture"}
                    index={index}
                    count={selected.length}
                    onChange={onChange}
                  />
                </Paper>
              );
            })}
          </SimpleGrid>
        )}
        {selected.length === 1 && selected[0]?.title && (
          <Text size="sm" lineClamp={2} style={{ overflowWrap: "anywhere" }}>
            {selected[0].title}
          </Text>
        )}
        {isDescribing && <AltTexts selected={selected} onChange={onChange} />}
        {isOpen && <Picker add={add} has={has} toggle={toggle} />}
        {selected.length > 0 && (
          <Group>
            <Button
              variant="default"
              size="xs"
              leftSection={isOpen ? <Check size={14} /> : <ImagePlus size={14} />}
              disabled={!isOpen && selected.length >= MEDIA_MAX}
              onClick={() => setPicking(!isOpen)}
            >
              {isOpen ? "Done" : "Add pictures or videos"}
            </Button>
            {hasPictures && !isDescribing && (
              <Button variant="default" size="xs" onClick={() => setDescribing(true)}>
                Add alt text
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
