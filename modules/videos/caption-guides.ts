import { type CaptionGuides, PICTURES_PER_SECOND } from "vireo/captions/text-rows";
import { EngineError } from "vireo/engine";
import { ApiError, notFound } from "vireo/errors";
import type { Generation } from "vireo/generations";
import { toPublicId } from "vireo/ids";
import { withStoredFile } from "vireo/thumbnails";
import { withDeadline } from "vireo/timing";
import type { Videos } from "./context";
import type { VersionLayer } from "./edits/layers";
import { getLength, readTimeline, toOwn } from "./edits/timeline";
import { findOriginal, listVersions } from "./versions";

type Video = Pick<Generation, "id" | "account_id">;

/** Time limit of a request, including its turn. */
const LIMIT_MS = 120_000;
/** Videos that are measured at the same time. Each takes a process. */
export const MEASURING = { concurrency: 2, perKey: 1 };

/**
 * Measures the original of a version, on which captions are drawn, for editors that preview them. A browser decodes and scales
 * video slightly differently, and a difference of one row of pixels can move a caption.
 */
export async function readCaptionGuides(videos: Videos, video: Video, wanted: number | undefined) {
  const { db, host, log, measuring, services, stopping } = videos;
  const versions = await listVersions(db, video);
  const found = wanted === undefined ? versions.at(-1) : versions.find(({ version }) => version === wanted);
  if (!found) throw notFound("version");
  const original = await findOriginal(db, video, versions, found);
  // Captions on a reframed picture do not avoid its text, and follow what is heard in the version.
  const isReframed = found.layers?.some(({ type }) => type === "reframe") ?? false;
  const { local } = services;
  if (!local) throw new ApiError("provider_unavailable", "The plug-in `local`, which measures videos, is disabled.");
  const source = { key: (isReframed ? found : original).file.key, maxBytes: host.sizes.video };
  const measure = (signal: AbortSignal): Promise<CaptionGuides> =>
    measuring.run(video.account_id, async () => {
      signal.throwIfAborted();
      return withStoredFile(videos, source, signal, local.captionGuides);
    });
  const late = () => new ApiError("provider_unavailable", "Measuring the video took too long. Try again later.");
  const guides = await withDeadline(LIMIT_MS, late, measure, stopping).catch((error) => {
    if (!(error instanceof EngineError)) throw error;
    log.warn("video not measured", { videoId: video.id, error });
    throw new ApiError("provider_error", error.message, { members: { failCode: error.code } });
  });
  return {
    videoId: toPublicId("vid", video.id),
    version: found.version,
    ...(isReframed
      ? { speech: guides.speech, cuts: [], pictures: [] }
      : cutGuides(guides, found.layers ?? [], original.duration)),
  };
}

/** Returns the guides of a version from those of its original. Captions follow its voice-overs, if it has any. */
function cutGuides(guides: CaptionGuides, layers: readonly VersionLayer[], duration: number | null | undefined) {
  const timeline = readTimeline(layers, duration ?? undefined);
  const length = getLength(timeline);
  if (length === undefined) return guides;
  const voices = layers.flatMap((layer) => {
    if (layer.type !== "voiceover" || !layer.made.voice) return [];
    const { start } = layer.fields;
    return [{ start, end: start + layer.made.voice.seconds }];
  });
  const speech = (voices.length > 0 ? voices : guides.speech)
    .map(({ start, end }) => ({
      start: Math.max(0, toOwn(timeline, start)),
      end: Math.min(length, toOwn(timeline, end)),
    }))
    .filter(({ start, end }) => end > start);
  const [first, last] = [timeline.start, timeline.end].map((at) => at && Math.round(at * PICTURES_PER_SECOND));
  return {
    speech: speech.length > 0 ? speech : [{ start: 0, end: length }],
    cuts: guides.cuts.map((cut) => toOwn(timeline, cut)).filter((cut) => cut > 0 && cut < length),
    pictures: guides.pictures.slice(first, last),
  };
}
