import { ActionIcon, Group, Slider, Stack, Text } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { Pause, Play, Volume2, VolumeX } from "lucide-react";
import { type ReactNode, type RefObject, useState } from "react";
import type { Playback } from "./use-playback";

interface Props {
  video: RefObject<HTMLVideoElement | null>;
  url: string;
  title: string;
  playing: Playback;
  /** Until the file tells. */
  width: number;
  height: number;
  /** Draws over the video, in the pixels of its frame; `scale` is what they are shown at. */
  children(scale: number): ReactNode;
}

const TALLEST = "60dvh";
const time = (seconds: number) => `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(1).padStart(4, "0")}`;

/** The video with what is drawn over it, and the way through it. Its controls lie below, so that they hide nothing. */
export function PreviewFrame({ video, url, title, playing, children, ...usual }: Props) {
  const { width, height } = playing.frame ?? usual;
  const { ref, width: shown } = useElementSize();
  const [muted, setMuted] = useState(false);
  return (
    <Stack gap="sm">
      <div
        ref={ref}
        style={{
          position: "relative",
          overflow: "hidden",
          aspectRatio: `${width} / ${height}`,
          width: `min(100%, calc(${TALLEST} * ${width / height}))`,
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
          muted={muted}
          preload="auto"
          aria-label={title}
          onClick={playing.toggle}
          style={{ width: "100%", height: "100%", display: "block", cursor: "pointer" }}
        />
        <div
          style={{
            position: "absolute",
            inset: 0,
            width,
            height,
            transform: `scale(${shown / width})`,
            transformOrigin: "0 0",
            pointerEvents: "none",
          }}
        >
          {shown > 0 && children(shown / width)}
        </div>
      </div>
      <Group wrap="nowrap" gap="sm">
        <ActionIcon
          variant="light"
          size="lg"
          radius="xl"
          onClick={playing.toggle}
          aria-label={playing.playing ? "Pause" : "Play"}
        >
          {playing.playing ? <Pause size={18} /> : <Play size={18} />}
        </ActionIcon>
        <Slider
          flex={1}
          min={0}
          max={playing.duration || 1}
          step={0.05}
          value={playing.time}
          onChange={playing.seek}
          label={time}
          thumbLabel="Position in the video"
          aria-label="Position in the video"
        />
        <Text size="sm" ff="monospace" miw={110} ta="right">
          {time(playing.time)} / {time(playing.duration)}
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={() => setMuted(!muted)}
          aria-label={muted ? "Sound on" : "Sound off"}
        >
          {muted ? <VolumeX size={18} /> : <Volume2 size={18} />}
        </ActionIcon>
      </Group>
    </Stack>
  );
}
