import { AspectRatio, Image, Stack, Text } from "@mantine/core";
import type { Ref } from "react";
import type { MediaItem } from "./media";

interface VideoProps {
  url: string;
  title: string;
  posterUrl?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
  /** Keeps portrait videos from filling the screen. */
  maxHeight?: string;
  /** "none" loads nothing until the video is played. */
  preload?: "metadata" | "none";
  ref?: Ref<HTMLVideoElement>;
}

export const VideoPlayer = ({
  url,
  title,
  posterUrl,
  width = 9,
  height = 16,
  maxHeight = "70dvh",
  preload = "metadata",
  ref,
}: VideoProps) => (
  // biome-ignore lint/a11y/useMediaCaption: captions are part of the picture
  <video
    ref={ref}
    key={url}
    src={url}
    controls
    playsInline
    preload={preload}
    aria-label={title}
    poster={posterUrl}
    style={{
      display: "block",
      aspectRatio: `${width} / ${height}`,
      width: `min(100%, calc(${maxHeight} * ${width / height}))`,
      maxHeight,
      marginInline: "auto",
      objectFit: "contain",
      background: "#000",
      borderRadius: "var(--mantine-radius-md)",
    }}
  />
);

/** Shows a video that is still being rendered: its still, then a small version of all of it. */
export function Draft({ item, maxHeight = "56dvh" }: { item: MediaItem; maxHeight?: string }) {
  const { previewUrl, posterUrl, title, aspectRatio = "9:16" } = item;
  if (!previewUrl && !posterUrl) return null;
  if (!previewUrl) return <Image src={posterUrl} alt={title} fit="contain" h={maxHeight} radius="md" />;
  const [width, height] = aspectRatio.split(":").map(Number);
  return (
    <Stack gap={6}>
      <VideoPlayer
        url={previewUrl}
        title={`Draft: ${title}`}
        posterUrl={posterUrl}
        width={width}
        height={height}
        maxHeight={maxHeight}
      />
      <Text size="xs" c="dimmed" ta="center">
        Draft in low resolution
      </Text>
    </Stack>
  );
}

export const AudioPlayer = ({ url, title }: { url: string; title: string }) => (
  // biome-ignore lint/a11y/useMediaCaption: music has no captions
  <audio src={url} controls preload="metadata" aria-label={title} style={{ width: "100%" }} />
);

/** Shows an image, or plays a video or track. */
export function Player({ item, maxHeight }: { item: MediaItem; maxHeight?: string }) {
  const { kind, url, title, posterUrl, alternateUrl, width, height } = item;
  if (!url) return null;
  if (kind === "video") return <VideoPlayer {...item} url={url} maxHeight={maxHeight} />;
  if (kind === "image") {
    return (
      <Image
        src={url}
        alt={title}
        fit="contain"
        mah={maxHeight ?? "70dvh"}
        radius="md"
        bg="var(--mantine-color-default-hover)"
        style={width && height ? { aspectRatio: `${width} / ${height}` } : undefined}
      />
    );
  }
  return (
    <Stack gap="sm" w="100%" maw={420} mx="auto">
      {posterUrl && (
        <AspectRatio ratio={1}>
          <Image src={posterUrl} alt="" radius="md" />
        </AspectRatio>
      )}
      <AudioPlayer url={url} title={title} />
      {alternateUrl && <AudioPlayer url={alternateUrl} title={`${title}, second take`} />}
    </Stack>
  );
}
