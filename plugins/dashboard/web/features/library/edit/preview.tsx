import { ActionIcon, Group, NativeSelect, Slider, Stack, Text } from "@mantine/core";
import { useElementSize, useLocalStorage } from "@mantine/hooks";
import { Pause, Play, Volume2, VolumeX } from "lucide-react";
import { type ReactNode, type RefObject, useState } from "react";
import { platforms } from "../../../ui/platform";
import type { Platform } from "../../../ui/posts";
import { SafeZone } from "../../../ui/safe-zone";
import type { Frame, Playback } from "./use-playback";

interface Props {
  video: RefObject<HTMLVideoElement | null>;
  url: string;
  title: string;
  playback: Playback;
  frame: Frame;
  /** Draws over the video in pixels of its frame. `scale` converts them to pixels of the screen. */
  children(scale: number): ReactNode;
}

/** Leaves room for the timeline below. */
const MAX_HEIGHT = "46dvh";
const formatTime = (seconds: number) => `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(1).padStart(4, "0")}`;

const zones = [
  { value: "", label: "No safe zone" },
  ...Object.entries(platforms).map(([value, name]) => ({ value, label: `${name} safe zone` })),
];

/** The platform whose safe zone is shown, remembered in this browser. */
function useZone() {
  const [zone, setZone] = useLocalStorage({ key: "vireo:safe-zone", defaultValue: "" });
  const platform = zone in platforms ? (zone as Platform) : undefined;
  const select = (
    <NativeSelect
      size="xs"
      aria-label="Safe zone"
      data={zones}
      value={platform ?? ""}
      onChange={(event) => setZone(event.currentTarget.value)}
      style={{ alignSelf: "center" }}
    />
  );
  return { platform, select };
}

/** A video with a preview drawn over it. Controls are below, so they don't cover the preview. */
export function PreviewFrame({ video, url, title, playback, frame: { width, height }, children }: Props) {
  const { ref, width: screenWidth } = useElementSize();
  const [isMuted, setMuted] = useState(false);
  const scale = screenWidth / width;
  const zone = useZone();
  const isUpright = height > width;
  return (
    <Stack gap="sm">
      <div
        ref={ref}
        style={{
          position: "relative",
          overflow: "hidden",
          aspectRatio: `${width} / ${height}`,
          width: `min(100%, calc(${MAX_HEIGHT} * ${width / height}))`,
          marginInline: "auto",
          background: "#000",
          borderRadius: "var(--mantine-radius-md)",
        }}
      >
        <video
          ref={video}
          key={url}
          src={url}
          playsInline
          muted={isMuted}
          preload="auto"
          aria-label={title}
          onClick={playback.toggle}
          style={{ width: "100%", height: "100%", display: "block", cursor: "pointer" }}
        />
        <div
          style={{
            position: "absolute",
            inset: 0,
            width,
            height,
            transform: `scale(${scale})`,
            transformOrigin: "0 0",
            pointerEvents: "none",
          }}
        >
          {screenWidth > 0 && children(scale)}
        </div>
        {isUpright && zone.platform && <SafeZone platform={zone.platform} />}
      </div>
      {isUpright && zone.select}
      <Group wrap="nowrap" gap="sm">
        <ActionIcon
          variant="light"
          color="vireo"
          size="lg"
          radius="xl"
          onClick={playback.toggle}
          aria-label={playback.isPlaying ? "Pause" : "Play"}
        >
          {playback.isPlaying ? <Pause size={18} /> : <Play size={18} />}
        </ActionIcon>
        <Slider
          flex={1}
          min={0}
          max={playback.duration || 1}
          step={0.05}
          value={playback.time}
          onChange={playback.seek}
          label={formatTime}
          thumbLabel="Seek"
          aria-label="Seek"
        />
        <Text size="sm" ff="monospace" miw={110} ta="right">
          {formatTime(playback.time)} / {formatTime(playback.duration)}
        </Text>
        <ActionIcon onClick={() => setMuted(!isMuted)} aria-label={isMuted ? "Unmute" : "Mute"}>
          {isMuted ? <VolumeX size={18} /> : <Volume2 size={18} />}
        </ActionIcon>
      </Group>
    </Stack>
  );
}
