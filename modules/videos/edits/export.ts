/** Writes the timeline of a version for other programs. */
import { buildCues } from "vireo/captions/cues";
import { toPublicId } from "vireo/ids";
import type { Media } from "vireo/media";
import type { Cue } from "vireo/slots/transcribe";
import { contentTypes } from "vireo/storage";
import type { Videos } from "../context";
import type { Layer } from "../schema";
import { findComposition } from "./edits";
import { getAssetUrl, getCues, type VersionLayer } from "./layers";
import { isCut, presentLayers } from "./present";
import { getLength, listParts, readTimeline, type Timeline, toOriginal, toOwn, toOwnCues } from "./timeline";

/** A layer, or a part of it, that a format cannot hold. */
interface Loss {
  layerId: string;
  type: Layer["type"];
  reason: string;
}

/** The version to write. */
interface Shown {
  videoId: string;
  version: number;
  originalUrl: string;
  /** Length of the original in seconds, if known. */
  duration: number | undefined;
  timeline: Timeline;
  layers: readonly VersionLayer[];
  media: Media;
}

/** Content types of the formats. OpenTimelineIO is JSON. */
const fileTypes = { srt: contentTypes.srt, vtt: contentTypes.vtt, otio: contentTypes.json } as const;
type FileFormat = keyof typeof fileTypes;

type Place = Readonly<{ videoId: string; version: number }>;

/** Returns the timeline of a version. Throws `not_found`. */
export async function describeTimeline(videos: Videos, accountId: string, { videoId, version }: Place) {
  return presentTimeline(await readShown(videos, accountId, videoId, version));
}

/** Returns the timeline of a version as a file. Throws `not_found`. */
export async function exportTimeline(
  videos: Videos,
  accountId: string,
  { videoId, version, format }: Place & { format: FileFormat },
): Promise<Response> {
  const shown = await readShown(videos, accountId, videoId, version);
  const write = { srt: writeSrt, vtt: writeVtt, otio: writeOtio }[format];
  return new Response(write(shown), {
    headers: {
      "content-type": `${fileTypes[format]}; charset=utf-8`,
      "content-disposition": `attachment; filename="${shown.videoId}-${version}.${format}"`,
    },
  });
}

async function readShown(videos: Videos, accountId: string, id: string, wanted: number): Promise<Shown> {
  const { video, version, original, base } = await findComposition(videos, accountId, id, wanted);
  const { layers, duration } = base;
  return {
    videoId: toPublicId("vid", video.id),
    version: version.version,
    layers,
    duration,
    originalUrl: videos.media.url(original.file.key),
    timeline: readTimeline(layers, duration),
    media: videos.media,
  };
}

function presentTimeline(shown: Shown) {
  const { videoId, version, originalUrl, duration, timeline, layers } = shown;
  const length = getLength(timeline);
  return {
    videoId,
    version,
    originalUrl,
    duration: length,
    layers: presentLayers(layers, duration),
    losses: { srt: findLosses(shown, "srt"), vtt: findLosses(shown, "vtt"), otio: findLosses(shown, "otio") },
  };
}

/** What a format cannot hold, by type of layer. */
type Reasons = Partial<Record<Layer["type"], string>>;

const subtitles: Reasons = {
  captions: "Subtitles have no style.",
  overlay: "Subtitles hold only captions.",
  voiceover: "Subtitles hold only captions.",
  music: "Subtitles hold only captions.",
  trim: "Subtitles have no picture; their times are those of the trimmed video.",
  reframe: "Subtitles have no picture.",
  tighten: "Subtitles have no picture; their times are those of the tightened video.",
};
const reasons: Record<FileFormat, Reasons> = {
  srt: subtitles,
  vtt: subtitles,
  otio: {
    captions: "Stored as markers, without style.",
    overlay: "Only stored as metadata.",
    voiceover: "The volumes are only stored as metadata.",
    music: "Volumes, fades and repetitions are only stored as metadata.",
    reframe: "Only stored as metadata.",
  },
};

const findLosses = ({ layers }: Shown, format: FileFormat): Loss[] =>
  layers.flatMap(({ id, type }) => {
    const reason = reasons[format][type];
    return reason ? [{ layerId: id, type, reason }] : [];
  });

/** Longer cues are split at their words. */
const LONGEST_CUE = 84;

/** Lists the cues of all captions, in seconds of the version. */
function listCues({ layers, timeline }: Shown): Cue[] {
  const cues = layers.flatMap((layer) => (layer.type === "captions" ? (getCues(layer) ?? []) : []));
  return toOwnCues(timeline, cues)
    .flatMap((cue) => (cue.words && cue.text.length > LONGEST_CUE ? buildCues(cue) : [cue]))
    .sort((a, b) => a.start - b.start);
}

function toClock(seconds: number, separator: string): string {
  const ms = Math.round(seconds * 1000);
  const pad = (value: number, size: number) => String(Math.floor(value)).padStart(size, "0");
  return `${pad(ms / 3_600_000, 2)}:${pad((ms / 60_000) % 60, 2)}:${pad((ms / 1000) % 60, 2)}${separator}${pad(ms % 1000, 3)}`;
}

/** Blank lines would end a cue. */
const toCueText = (text: string): string => text.replace(/\s*\n\s*/g, "\n").trim();

const writeSrt = (shown: Shown): string =>
  listCues(shown)
    .map(
      ({ start, end, text }, at) => `${at + 1}\n${toClock(start, ",")} --> ${toClock(end, ",")}\n${toCueText(text)}\n`,
    )
    .join("\n");

function writeVtt(shown: Shown): string {
  const escapeText = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const cues = listCues(shown).map(
    ({ start, end, text }) => `${toClock(start, ".")} --> ${toClock(end, ".")}\n${escapeText(toCueText(text))}\n`,
  );
  const notes = findLosses(shown, "vtt").map(({ type, layerId, reason }) => `NOTE ${type} ${layerId}: ${reason}\n`);
  return ["WEBVTT\n", ...notes, ...cues].join("\n");
}

/** Times have this rate, because rates of video files are not known. Values may be fractions. */
const RATE = 30;
const toTime = (seconds: number) => ({
  OTIO_SCHEMA: "RationalTime.1",
  rate: RATE,
  value: Math.round(seconds * RATE * 1000) / 1000,
});
const toRange = (start: number, seconds: number) => ({
  OTIO_SCHEMA: "TimeRange.1",
  start_time: toTime(start),
  duration: toTime(seconds),
});

const item = (name: string) => ({ name, effects: [], markers: [] as object[], metadata: {} });

interface Clip {
  name: string;
  url: string;
  /** Start and length of the part of the file that is shown, in seconds. */
  start: number;
  seconds: number;
  /** Length of the file in seconds, if known. */
  available?: number | undefined;
}

const toClip = ({ name, url, start, seconds, available }: Clip) => ({
  OTIO_SCHEMA: "Clip.1",
  ...item(name),
  source_range: toRange(start, seconds),
  media_reference: {
    OTIO_SCHEMA: "ExternalReference.1",
    name,
    target_url: url,
    metadata: {},
    available_range: available === undefined ? null : toRange(0, available),
  },
});

const toTrack = (name: string, kind: "Video" | "Audio", children: object[]) => ({
  OTIO_SCHEMA: "Track.1",
  ...item(name),
  kind,
  source_range: null,
  children,
});

/** Builds the tracks of a sound from `start` on, in seconds of the version. */
function toSoundTrack(name: string, start: number, clip: Omit<Clip, "name">) {
  const gap = { OTIO_SCHEMA: "Gap.1", ...item(""), source_range: toRange(0, start) };
  return toTrack(name, "Audio", [...(start > 0 ? [gap] : []), toClip({ name, ...clip })]);
}

/** Writes OpenTimelineIO. Its clips refer to files by their URLs. */
function writeOtio(shown: Shown): string {
  const { videoId, version, originalUrl: url, duration, timeline, layers } = shown;
  const length = getLength(timeline) ?? 0;
  const parts = listParts(timeline).map(({ start, end }) => ({
    name: videoId,
    url,
    start,
    available: duration,
    seconds: Math.min(end, timeline.start + length) - start,
  }));
  const cues = listCues(shown).map((cue) => ({ ...cue, from: toOriginal(timeline, cue.start) }));
  const pictures = parts.map((part) => ({
    ...toClip(part),
    markers: cues
      .filter(({ from }) => from >= part.start && from < part.start + part.seconds)
      .map((cue) => ({
        OTIO_SCHEMA: "Marker.2",
        name: cue.text,
        color: "WHITE",
        metadata: {},
        marked_range: toRange(cue.from, cue.end - cue.start),
      })),
  }));
  return JSON.stringify(
    {
      OTIO_SCHEMA: "Timeline.1",
      name: `${videoId}-${version}`,
      global_start_time: null,
      metadata: { vireo: { layers: presentLayers(layers, duration), losses: findLosses(shown, "otio") } },
      tracks: {
        OTIO_SCHEMA: "Stack.1",
        ...item("tracks"),
        source_range: null,
        children: [
          toTrack("Video", "Video", pictures),
          toTrack("Original sound", "Audio", parts.map(toClip)),
          ...layers.flatMap((layer) => (isCut(layer, timeline) ? [] : toSound(layer, shown, length))),
        ],
      },
    },
    null,
    2,
  );
}

/** Returns the track of a voice-over or of music. */
function toSound(layer: VersionLayer, { timeline, media }: Shown, length: number): object[] {
  if (layer.type === "voiceover" && layer.made.voice) {
    const { file, seconds } = layer.made.voice;
    const start = toOwn(timeline, layer.fields.start);
    const skip = Math.max(0, -start);
    const heard = Math.min(seconds - skip, length - Math.max(0, start));
    const clip = { url: getAssetUrl(media, file), start: skip, seconds: heard, available: seconds };
    return [toSoundTrack("Voice-over", Math.max(0, start), clip)];
  }
  if (layer.type !== "music") return [];
  const start = Math.max(0, toOwn(timeline, layer.fields.start));
  return [
    toSoundTrack("Music", start, { url: getAssetUrl(media, layer.made.track), start: 0, seconds: length - start }),
  ];
}
