import { AspectRatio, Badge, Box, Card, Center, Checkbox, Group, Image, Stack, Text } from "@mantine/core";
import { CircleSlash, CircleX } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { isCancelled } from "./failure";
import { JobProgress } from "./job-progress";
import { formatDuration, isRunning, type MediaItem, media } from "./media";
import { formatRelative } from "./time";
import "./media.css";

const Centered = ({ children }: { children: ReactNode }) => (
  <Center p="sm" h="100%">
    <Stack gap={6} align="center" ta="center" w="100%">
      {children}
    </Stack>
  </Center>
);

function Failed({ item }: { item: MediaItem }) {
  const cancelled = isCancelled(item);
  return (
    <Centered>
      {cancelled ? (
        <CircleSlash size={22} color="var(--mantine-color-dimmed)" />
      ) : (
        <CircleX size={22} color="var(--mantine-color-red-filled)" />
      )}
      <Text size="xs" lineClamp={4}>
        {!cancelled && (
          <Text span fw={600} inherit>
            Failed.{" "}
          </Text>
        )}
        {item.failMessage}
      </Text>
    </Centered>
  );
}

/** Portrait videos fill their card. Everything else is shown whole, because posters have text up to their edges. */
export const getFit = ({ kind, width = 9, height = 16 }: MediaItem) =>
  kind === "video" && width / height < 0.7 ? "cover" : "contain";

interface StillProps {
  url: string | undefined;
  thumbnailUrl: string | undefined;
  fit?: "cover" | "contain";
}

/** Shows a video's thumbnail, or its frame at 0.6 s, when most videos show their first caption. */
export function Still({ url, thumbnailUrl, fit = "cover" }: StillProps) {
  if (thumbnailUrl) return <Image src={thumbnailUrl} alt="" loading="lazy" fit={fit} w="100%" h="100%" />;
  if (!url) return null;
  return (
    <video
      src={`${url}#t=0.6`}
      className="media-card-video"
      style={{ objectFit: fit }}
      preload="metadata"
      muted
      playsInline
      aria-hidden
      tabIndex={-1}
    />
  );
}

interface ThumbnailProps {
  item: MediaItem;
  isPlaying: boolean;
}

/** Image, progress or error of a card. A video plays while the pointer is over it. */
function Thumbnail({ item, isPlaying }: ThumbnailProps) {
  const { kind, status, thumbnailUrl, url, duration } = item;
  const Icon = media[kind].icon;
  const fit = getFit(item);
  if (isRunning(item)) {
    if (!thumbnailUrl) {
      return (
        <Centered>
          <JobProgress {...item} />
        </Centered>
      );
    }
    return (
      <Box pos="relative">
        <Still url={undefined} thumbnailUrl={thumbnailUrl} fit={fit} />
        <Box className="media-card-running">
          <JobProgress {...item} />
        </Box>
      </Box>
    );
  }
  if (status === "failed") return <Failed item={item} />;
  return (
    <Box pos="relative">
      <Still url={kind === "video" ? url : undefined} thumbnailUrl={thumbnailUrl} fit={fit} />
      {!thumbnailUrl && kind !== "video" && (
        <Center h="100%">
          <Icon size={32} color="var(--mantine-color-dimmed)" />
        </Center>
      )}
      {isPlaying && kind === "video" && url && (
        <video
          src={url}
          className="media-card-video"
          style={{ objectFit: fit }}
          autoPlay
          muted
          loop
          playsInline
          aria-hidden
          tabIndex={-1}
        />
      )}
      {duration !== undefined && (
        <Badge pos="absolute" bottom={8} right={8} variant="filled" color="dark.9" c="white" radius="sm">
          {formatDuration(duration)}
        </Badge>
      )}
    </Box>
  );
}

interface Props {
  item: MediaItem;
  /** Width divided by height of the image. Default: portrait for videos, square for others. */
  ratio?: number;
  /** Adds a checkbox to the card. */
  selection?: { isSelected: boolean; toggle(): void };
}

/** A card plays only if the pointer stays over it, because scrolling moves many cards below the pointer. */
const HOVER_MS = 150;
/** Most tags shown on a card. */
const MAX_TAGS = 3;

/** An item in a grid. Links to its page. */
export function MediaCard({ item, ratio = item.kind === "video" ? 9 / 16 : 1, selection }: Props) {
  const [isPlaying, setPlaying] = useState(false);
  const timer = useRef<Timer>(undefined);
  const play = () => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    timer.current = setTimeout(() => setPlaying(true), HOVER_MS);
  };
  const stop = () => {
    clearTimeout(timer.current);
    setPlaying(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <Box pos="relative" className="media-cell" data-selected={selection?.isSelected || undefined}>
      <Card
        component={Link}
        href={`/library/${item.kind}/${item.id}`}
        withBorder
        p="sm"
        className="media-card"
        c="inherit"
        onMouseEnter={play}
        onMouseLeave={stop}
      >
        <Card.Section>
          <AspectRatio ratio={ratio} bg="var(--mantine-color-default-hover)">
            <Thumbnail item={item} isPlaying={isPlaying} />
          </AspectRatio>
        </Card.Section>
        <Stack gap={4} mt="sm">
          <Text size="sm" fw={500} lineClamp={2} style={{ overflowWrap: "anywhere" }}>
            {item.title}
          </Text>
          <Text size="xs" c="dimmed">
            {item.source === "upload" && "Uploaded "}
            {formatRelative(item.createdAt)}
            {item.versions.length > 1 && `, ${item.versions.length} versions`}
          </Text>
          {item.tags.length > 0 && (
            <Group gap={4}>
              {item.tags.slice(0, MAX_TAGS).map((tag) => (
                <Badge key={tag} size="sm" variant="default" tt="none" fw={500} maw="100%">
                  {tag}
                </Badge>
              ))}
              {item.tags.length > MAX_TAGS && <Text size="xs" c="dimmed">{`+${item.tags.length - MAX_TAGS}`}</Text>}
            </Group>
          )}
        </Stack>
      </Card>
      {selection && (
        <Checkbox
          className="media-select"
          aria-label={`Select “${item.title}”`}
          checked={selection.isSelected}
          onChange={selection.toggle}
        />
      )}
    </Box>
  );
}
