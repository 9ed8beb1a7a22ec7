import type { Transaction } from "vireo/database";
import type { Run } from "vireo/engine";
import { type Generation, type GenerationKind, NO_ENGINE, presentCommon, presentLabels } from "vireo/generations";
import { toPublicId } from "vireo/ids";
import type { Media } from "vireo/media";
import type { Attribution } from "vireo/slots/stock";
import { readScenes, type Scene, type Storyboard } from "vireo/slots/storyboard";
import type { VideoRequest } from "vireo/slots/video";
import { presentTemplate } from "vireo/templates";
import type { Videos } from "./context";
import { prepareEdit, storeVersion } from "./edits/prepare";
import { isClip } from "./edits/request";
import {
  findLayersCall,
  type Layered,
  prepareLayersCall,
  prepareOwnLayers,
  settleWithoutLayers,
  storeLayered,
} from "./layered";
import { takeCaptions } from "./narration/captions";
import { prepareNarration } from "./narration/narrations";
import type { NarratedRequest } from "./narration/order";
import { isPaidFor } from "./steps";
import { requestStills } from "./stills";
import { prepareScenes } from "./storyboards";
import { prepareTalk, type TalkEdit } from "./talk";
import { presentVersion, type VersionRow } from "./versions";

/** Kind of generation for videos. Each type of video prepares its own requests. */
export const defineVideoKind = (videos: Videos): GenerationKind<VideoRequest> => ({
  kind: "video",
  slot: "video",
  otherSlots: ["talk", "edit"],
  prefix: "vid",
  produces: "video",
  async prepare(row, run) {
    if (isClip(row)) return prepareEdit(videos, row, run);
    if (row.first_call) return prepareLayersCall(videos, row, run);
    const layers = await prepareOwnLayers(videos, row, run);
    const { planned: _, ...request } = (await prepareRequest(videos, row, run)) as Layered<VideoRequest>;
    return layers ? { ...request, ...layers, mediaPaths: { ...request.mediaPaths, ...layers.mediaPaths } } : request;
  },
  present: (row) => presentVideo(row, [], videos.media),
  findSecondCall: findLayersCall,
  settleWithout: settleWithoutLayers,
  isPaidFor,
  async onCompleted(trx, row) {
    if (!row.files.thumbnail) await requestStills(videos, trx, row);
    return presentVideo(row, await storeVersions(trx, row), videos.media);
  },
  events: { completed: "video.completed", failed: "video.failed" },
});

/** Prepares the request of a speaking person, of a narrated video, or of scenes. */
function prepareRequest(videos: Videos, row: Generation<VideoRequest>, run: Run): Promise<object> {
  if (row.slot === "talk") return prepareTalk(videos, row as unknown as Generation<TalkEdit>, run);
  if ("order" in row.request) return prepareNarration(videos, row as Generation<NarratedRequest>, run);
  return prepareScenes(videos, row.request, run);
}

async function storeVersions(trx: Transaction, row: Generation<VideoRequest>): Promise<VersionRow[]> {
  if (isClip(row)) return [await storeVersion(trx, row, { videoId: row.id, operation: "clip" })];
  const isNarrated = "order" in row.request;
  return storeLayered(trx, row, isNarrated ? await takeCaptions(trx, row as Generation<NarratedRequest>) : []);
}

/** Formats a video as the newest API version shows it. */
export function presentVideo(row: Generation<VideoRequest>, versions: readonly VersionRow[], media: Media) {
  // While a video is rendered, its files are those that the engine shows.
  const { poster, preview = row.first_call ? row.files.original : undefined } = row.files;
  const { width, height, ...facts } = row.facts as {
    duration?: number;
    width?: number;
    height?: number;
  } & Partial<Storyboard>;
  const { aspectRatio } = row.request;
  // The engine reports the scenes as rendered. Until then, show those of the request.
  const scenes = readScenes(facts.scenes ?? row.request.scenes)?.map(withSafeAttribution);
  const { warnings = row.request.warnings, parts = row.request.parts, coverage = row.request.coverage } = facts;
  const attributions = listAttributions(scenes);
  const newest = versions.at(-1);
  const duration = newest?.duration ?? facts.duration;
  const thumbnail = newest ? newest.thumbnail : row.files.thumbnail;
  return {
    videoId: toPublicId("vid", row.id),
    ...presentOrigin(row),
    ...presentCommon(row),
    ...presentLabels(row),
    ...presentTemplate(row.request),
    url: newest && media.url(newest.file.key),
    previewUrl: preview && media.url(preview.key),
    posterUrl: poster && media.url(poster.key),
    thumbnailUrl: thumbnail ? media.url(thumbnail.key) : undefined,
    duration,
    ...(width && height ? { width, height } : {}),
    aspectRatio: aspectRatio || undefined,
    scenes,
    warnings: warnings?.length ? warnings : undefined,
    parts,
    coverage: parts && coverage,
    attributions: attributions.length > 0 ? attributions : undefined,
    versions: versions.map((version) => presentVersion(version, media)),
  };
}

function presentOrigin(row: Generation) {
  if (row.engine === NO_ENGINE) return { source: "upload" as const };
  if (!isClip(row)) return { source: "generated" as const };
  const { videoId, start, end } = row.request.clipOf;
  return { source: "clip" as const, clipOf: { videoId: toPublicId("vid", videoId), start, end } };
}

/** Leaves out an attribution of an earlier version whose URL is no page. */
const withSafeAttribution = ({ attribution, ...scene }: Scene): Scene =>
  attribution && /^https?:\/\//.test(attribution.url) ? { ...scene, attribution } : scene;

/** Lists the creators of the media in the scenes, each item once. */
function listAttributions(scenes: readonly Scene[] = []): Attribution[] {
  const byUrl = new Map(scenes.flatMap(({ attribution }) => (attribution ? [[attribution.url, attribution]] : [])));
  return [...byUrl.values()];
}
