import { NativeSelect } from "@mantine/core";
import { useElementSize, useLocalStorage } from "@mantine/hooks";
import type { ReactNode, RefObject } from "react";
import { platforms } from "../../../ui/platform";
import type { Platform } from "../../../ui/posts";
import { SafeZone } from "../../../ui/safe-zone";
import type { Frame, Playback } from "./use-playback";

const zones = [
  { value: "", label: "No safe zone" },
  ...Object.entries(platforms).map(([value, name]) => ({ value, label: `${name} safe zone` })),
];

/** The platform whose safe zone is shown, remembered in this browser, and a field that selects it. */
export function useZone({ width, height }: Frame) {
  const [zone, setZone] = useLocalStorage({ key: "vireo:safe-zone", defaultValue: "" });
  const isUpright = height > width;
  const platform = isUpright && zone in platforms ? (zone as Platform) : undefined;
  const select = isUpright && (
    <NativeSelect
      size="xs"
      aria-label="Safe zone"
      data={zones}
      value={platform ?? ""}
      onChange={(event) => setZone(event.currentTarget.value)}
    />
  );
  return { platform, select };
}

interface Props {
  video: RefObject<HTMLVideoElement | null>;
  url: string;
  title: string;
  isMuted: boolean;
  /** Shows what this platform draws over the video. */
  platform: Platform | undefined;
  playback: Playback;
  frame: Frame;
  /** Draws over the video in pixels of its frame. `scale` converts them to pixels of the screen. */
  children(scale: number): ReactNode;
}

/** A video, as large as the stage allows, with a preview drawn over it. */
export function PreviewFrame({ video, url, title, isMuted, platform, playback, frame, children }: Props) {
  const { width, height } = frame;
  const { ref, width: screenWidth } = useElementSize();
  const scale = screenWidth / width;
  return (
    <div className="edit-stage" style={{ "--ratio": width / height } as object}>
      <div ref={ref} className="edit-frame">
        <video
          ref={video}
          key={url}
          src={url}
          playsInline
          muted={isMuted}
          preload="auto"
          aria-label={title}
          onClick={playback.toggle}
        />
        <div className="edit-drawn" style={{ width, height, transform: `scale(${scale})` }}>
          {screenWidth > 0 && children(scale)}
        </div>
        {platform && <SafeZone platform={platform} />}
      </div>
    </div>
  );
}
