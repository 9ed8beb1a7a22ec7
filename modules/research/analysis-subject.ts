import { EngineError, type Run } from "vireo/engine";
import { invalid } from "vireo/errors";
import { checkUrls, type Generation } from "vireo/generations";
import type { AnalyseRequest } from "vireo/slots/analyse";
import { readScenes } from "vireo/slots/storyboard";
import type { Research } from "./context";
import type { AnalyseVideo } from "./schema";

const TIKTOK_PAGE = /^https?:\/\/(?:[\w-]+\.)*tiktok\.com\/(?:@[^/]*\/(?:video|photo)\/\d|t\/|[A-Za-z0-9]+\/?$)/i;

/** Stored request: the engine's input and the source of the video. */
export interface StoredRequest extends AnalyseRequest {
  /** Id sent by the caller. */
  videoId?: string;
  /** Library video that receives the result. */
  libraryId?: string;
  /** Page on the platform whose video file a scraper looks up. */
  page?: string;
}

type Subject = Omit<StoredRequest, "model">;

const findLookup = ({ engines }: Research) => engines.chain("scrape").find((scraper) => scraper.lookup);

async function resolveUrl(research: Research, url: string): Promise<Subject> {
  if (!TIKTOK_PAGE.test(url)) {
    await checkUrls(research.fetch, { url });
    return { url };
  }
  if (!findLookup(research)) {
    throw invalid("url", "No configured scraper can look up the file of a TikTok page. Send the URL of the file.");
  }
  return { url, page: url };
}

async function resolveGenerated(
  { generations, media, services }: Research,
  accountId: string,
  videoId: string,
): Promise<Subject | undefined> {
  const video = await generations.find(accountId, "video", videoId);
  if (!video) return undefined;
  const key = await services.videos.newestKey(accountId, video.id);
  if (!key) throw invalid("videoId", `The video is ${video.status}. Only completed videos can be analysed.`);
  const scenes = readScenes(video.facts.scenes);
  return { url: media.url(key), caption: video.prompt, videoId, scenes };
}

async function resolveLibrary(research: Research, accountId: string, videoId: string): Promise<Subject> {
  const video = await research.services["viral-library"].find(accountId, videoId);
  if (!video) throw invalid("videoId", "Video not found in this account or its viral library.");
  const { tiktokUrl, playUrl, description, username, hashtags, stats } = video;
  if (!playUrl && !findLookup(research)) {
    throw invalid("videoId", "The library has no file for this video, and no configured scraper can look it up.");
  }
  return {
    url: playUrl ?? tiktokUrl,
    page: tiktokUrl,
    caption: description,
    username,
    hashtags,
    stats,
    videoId,
    libraryId: video.id,
  };
}

/** Finds the video to analyse: a file, a page on a platform, a generated video or a video of the viral library. */
export async function resolveSubject(
  research: Research,
  accountId: string,
  { url, videoId }: AnalyseVideo,
): Promise<Subject> {
  if ((url === undefined) === (videoId === undefined)) throw invalid("url", "Send either url or videoId.");
  if (url !== undefined) return resolveUrl(research, url);
  const id = videoId ?? "";
  return (await resolveGenerated(research, accountId, id)) ?? resolveLibrary(research, accountId, id);
}

/** Looks up the video file of a page. If that fails, uses the file URL in the library. */
export async function prepareAnalysis(research: Research, row: Generation<StoredRequest>, run: Run): Promise<object> {
  const { page, videoId: _videoId, libraryId: _libraryId, ...request } = row.request;
  if (!page) return request;
  const isOnlyAddress = request.url === page;
  const video = await findLookup(research)
    ?.lookup?.(page, run.signal)
    .catch((error) => {
      if (isOnlyAddress) throw error;
      return undefined;
    });
  if (!video?.videoUrl) {
    if (!isOnlyAddress) return request;
    throw new EngineError("source_unavailable", "The video file could not be found.");
  }
  const { author, description, hashtags, stats } = video;
  return { username: author, caption: description, hashtags, stats, ...request, url: video.videoUrl };
}
