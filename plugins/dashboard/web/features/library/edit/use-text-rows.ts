import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { createTextFinder, scaleForText } from "vireo/captions/find-text";
import { type MeasuredText, PICTURES_PER_SECOND, readTextRows, type TextRows } from "vireo/captions/text-rows";
import { keys } from "../../../query-keys";
import type { Frame } from "./use-playback";

/** Longer videos are not searched for text in the browser. */
const MAX_SECONDS = 120;
/** Seeks slightly early: the server takes the last frame before each sampling time. */
const SEEK_BACK = 0.001;

/** Waits for an event of a video. Throws if it can't be played. */
const waitFor = (video: HTMLVideoElement, event: string) =>
  new Promise<void>((resolve, reject) => {
    video.addEventListener(event, () => resolve(), { once: true });
    video.addEventListener("error", () => reject(video.error), { once: true });
  });

async function findText(url: string, frame: Frame, signal: AbortSignal): Promise<MeasuredText> {
  const size = scaleForText(frame);
  const context = Object.assign(document.createElement("canvas"), size).getContext("2d", { willReadFrequently: true });
  const video = Object.assign(document.createElement("video"), { muted: true, playsInline: true, preload: "auto" });
  const finder = createTextFinder(size, 4);
  if (!context) return finder.finish();
  context.imageSmoothingQuality = "high";
  try {
    const loaded = waitFor(video, "loadeddata");
    video.src = url;
    await loaded;
    for (let at = 0; at < Math.round(video.duration * PICTURES_PER_SECOND) && !signal.aborted; at++) {
      const seeked = waitFor(video, "seeked");
      video.currentTime = Math.min(video.duration, (at + 0.5) / PICTURES_PER_SECOND - SEEK_BACK);
      await seeked;
      context.drawImage(video, 0, 0, size.width, size.height);
      finder.add(context.getImageData(0, 0, size.width, size.height).data);
    }
    return finder.finish();
  } finally {
    video.removeAttribute("src");
    video.load();
  }
}

/** Finds the areas where a video shows text, as the server does. Undefined until then, or if that fails. */
export function useTextRows(url: string, duration: number, frame: Frame, isWanted: boolean): TextRows | undefined {
  const { data } = useQuery({
    queryKey: keys.textRows(url),
    enabled: isWanted && duration > 0 && duration <= MAX_SECONDS,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: ({ signal }) => findText(url, frame, signal),
  });
  return useMemo(() => data && readTextRows(data), [data]);
}
