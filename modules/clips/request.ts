/** Searches for clips, from the body of a request to that of an engine. */
import { readSubtitles } from "vireo/captions/subtitles";
import { invalid } from "vireo/errors";
import { TRIM_SLACK } from "vireo/slots/edit";
import type { MomentsRequest } from "vireo/slots/moments";
import type { ClipMaker } from "./context";
import { DEFAULTS, type FindClips, MOST_MOMENTS, MOST_SEARCHED } from "./schema";

type Source = Awaited<ReturnType<ClipMaker["services"]["videos"]["findSource"]>>;

/** Stored request: that of the engine without the transcript, and what clips look like. */
export interface SearchRequest extends Omit<MomentsRequest, "transcript" | "reading"> {
  source: Source;
  count: number;
  /** Number of moments that become videos. */
  rendered: number;
  look: Required<Pick<FindClips, "aspectRatio" | "reframe" | "captions">> & Pick<FindClips, "tighten">;
}

interface Search {
  source: Source;
  body: FindClips;
  model: string;
}

/** Checks a search and stores its subtitles as the transcript of the video. Throws ApiError. */
export async function toSearchRequest(
  clips: ClipMaker,
  accountId: string,
  { source, body, model }: Search,
): Promise<SearchRequest> {
  const { count = DEFAULTS.count, render = count, content = "auto", prompt, keywords, language, range } = body;
  const { minSeconds = DEFAULTS.minSeconds, maxSeconds = DEFAULTS.maxSeconds } = body;
  if (maxSeconds < minSeconds) throw invalid("maxSeconds", "Must not be less than minSeconds.");
  checkLength(source, range, minSeconds);
  await keepSubtitles(clips, accountId, source, body.subtitles);
  const { aspectRatio = "9:16", reframe = "auto", tighten } = body;
  const { captions = (await clips.services.content?.captionPreset(accountId)) ?? {} } = body;
  return {
    model,
    sourceUrl: clips.media.url(source.key),
    isUpload: source.isUpload || undefined,
    minSeconds,
    maxSeconds,
    content,
    source,
    count,
    rendered: render === "all" ? MOST_MOMENTS : render === "none" ? 0 : render,
    range,
    prompt: prompt || undefined,
    keywords: keywords?.length ? keywords : undefined,
    language: language || undefined,
    look: { aspectRatio, reframe, captions, tighten },
  };
}

function checkLength({ duration }: Source, range: FindClips["range"], minSeconds: number): void {
  if (range && range.end <= range.start) throw invalid("range.end", "Must be after start.");
  if (duration === undefined) return;
  if (range && range.end > duration + TRIM_SLACK)
    throw invalid("range.end", `The video is ${duration.toFixed(1)} s long.`);
  const searched = range ? range.end - range.start : duration;
  if (searched > MOST_SEARCHED)
    throw invalid("range", `At most ${MOST_SEARCHED / 3600} hours are searched at a time. Send range.`);
  if (searched >= 2 * minSeconds) return;
  const part = range ? "The range" : "The video";
  throw invalid(
    "minSeconds",
    `${part} is ${searched.toFixed(1)} s long, which is less than twice minSeconds. Send a smaller value, or reframe and caption the whole video with POST /videos/{videoId}/render.`,
  );
}

async function keepSubtitles({ services }: ClipMaker, accountId: string, source: Source, subtitles?: string) {
  if (subtitles === undefined) return;
  const cues = readSubtitles(subtitles);
  if (!cues) throw invalid("subtitles", "Must be an SRT, WebVTT, SBV or ASS file. No cue with times was found.");
  await services.videos.keepSpeech(accountId, source, cues);
}
