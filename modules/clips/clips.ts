import { Value } from "@sinclair/typebox/value";
import type { Transaction } from "vireo/database";
import { EngineError, type Run } from "vireo/engine";
import { ApiError, invalid } from "vireo/errors";
import { type Generation, type GenerationKind, presentCommon } from "vireo/generations";
import { newUuid, toPublicId } from "vireo/ids";
import type { Exchange } from "vireo/request";
import type { MomentsFacts, MomentsRequest } from "vireo/slots/moments";
import type { Cue } from "vireo/slots/transcribe";
import { transact } from "vireo/transaction";
import type { ClipMaker } from "./context";
import { judgeMoments } from "./judging";
import { findReading, keepReading } from "./readings";
import { type SearchRequest, toSearchRequest } from "./request";
import { type FindClips, FoundMoments, type RenderClips } from "./schema";

const PREFIX = "clp";

type Search = Generation<SearchRequest>;
type Moment = MomentsFacts["moments"][number] & {
  id: string;
  /** UUID of the clip. */
  videoId?: string;
};

/** Stored facts of a search. */
interface SearchFacts {
  basis?: MomentsFacts["basis"];
  moments?: Moment[];
  warnings?: { code: string; message: string }[];
}

/** Kind of generation for searches, whose moments become videos. */
export const defineClipsKind = (clips: ClipMaker): GenerationKind<SearchRequest> => ({
  kind: "clips",
  slot: "moments",
  prefix: PREFIX,
  noun: "search",
  produces: "facts",
  present: presentClips,
  prepare: (row, run) => prepareSearch(clips, row, run),
  check(facts, row) {
    if (!Value.Check(FoundMoments, facts))
      throw new EngineError("engine_bad_result", "The engine returned incomplete moments.");
    const { basis, moments, transcript, reading } = facts as unknown as MomentsFacts;
    const { count } = row.request;
    const warnings = moments.length < count ? [{ code: "fewer_found", message: describeCount(moments.length) }] : [];
    const found = moments.map((moment) => ({ id: toPublicId("mom", newUuid()), ...moment }));
    return { basis, moments: found, warnings, transcript, reading };
  },
  async refine(facts, row, run) {
    const {
      moments = [],
      warnings = [],
      transcript,
      reading,
      ...others
    } = facts as SearchFacts & Pick<MomentsFacts, "transcript" | "reading">;
    // First, so that a run that is interrupted later need not read the file again.
    if (reading) await keepReading(clips, row, reading);
    if (transcript) await keepTimes(clips, row, transcript);
    const judged = await judgeMoments(clips, row, moments, run);
    return { ...others, moments: judged.moments, warnings: [...warnings, ...judged.warnings] };
  },
  isPaidFor: clips.services.videos.isPaidFor,
  async onCompleted(trx, row) {
    const { moments = [] } = row.facts as SearchFacts;
    return presentClips(await renderMoments(clips, trx, row, moments.slice(0, row.request.rendered), warnOf));
  },
  events: { completed: "clips.completed", failed: "clips.failed" },
});

const toKey = ({ start, end, text }: Cue): string => `${start} ${end} ${text}`;

/**
 * Stores the times of words in the transcript of a search's video, so that captions and the dashboard have the same. Cues
 * that have changed since then keep theirs.
 */
async function keepTimes(
  { services: { videos } }: ClipMaker,
  { account_id, request: { source } }: Pick<Search, "account_id" | "request">,
  timed: readonly Cue[],
): Promise<void> {
  const stored = (await videos.findSpeech(account_id, source)) ?? [];
  const byKey = new Map(timed.map((cue) => [toKey(cue), cue]));
  let changed = false;
  const cues = stored.map((cue) => {
    const { words, isEstimated } = byKey.get(toKey(cue)) ?? cue;
    if (!words || Bun.deepEquals(words, cue.words)) return cue;
    changed = true;
    return { ...cue, words, ...(isEstimated ? { isEstimated } : {}) };
  });
  if (changed) await videos.keepSpeech(account_id, source, cues);
}

function describeCount(count: number): string {
  if (count === 0) return "The video has no part that stands on its own.";
  return `Only ${count} ${count === 1 ? "part of the video stands on its own" : "parts of the video stand on their own"}.`;
}

export function presentClips(row: Search) {
  const { basis, moments = [], warnings = [] } = row.facts as SearchFacts;
  return {
    clipsId: toPublicId(PREFIX, row.id),
    videoId: toPublicId("vid", row.request.source.id),
    version: row.request.source.version,
    ...presentCommon(row),
    basis,
    clips: moments.map(({ videoId, ...moment }) => ({
      ...moment,
      videoId: videoId && toPublicId("vid", videoId),
    })),
    warnings: warnings.length > 0 ? warnings : undefined,
  };
}

/** Starts a search for clips of a video. */
export async function findClips(
  clips: ClipMaker,
  exchange: Exchange,
  accountId: string,
  { videoId, ...body }: FindClips & { videoId: string },
) {
  const source = await clips.services.videos.findSource(accountId, videoId);
  return clips.generations.start(exchange, {
    kind: "clips",
    slot: "moments",
    model: body.model,
    toRequest: ({ model }) => toSearchRequest(clips, accountId, { source, body, model: model.id }),
    toPrompt: ({ prompt = "" }) => prompt,
    price: () => clips.prices.get("clipSearch"),
    toReason: () => "Search for clips",
    seconds: 120,
  });
}

/** Makes videos of more moments of a search. Throws ApiError. */
export async function renderClips(
  clips: ClipMaker,
  exchange: Exchange,
  accountId: string,
  { clipsId, ids }: RenderClips & { clipsId: string },
) {
  const { credits, db, generations } = clips;
  const found = await generations.get<SearchRequest>(accountId, "clips", clipsId);
  if (found.status !== "completed")
    throw new ApiError(
      "conflict",
      `The search is ${found.status}. Only moments of completed searches can become videos.`,
    );
  const before = await credits.balance(db, accountId);
  const row = await transact(db, async (trx) => {
    await generations.lock(trx, found.id);
    const current = await generations.get<SearchRequest>(accountId, "clips", clipsId);
    const { moments = [] } = current.facts as SearchFacts;
    const chosen = ids.map((id, at) => {
      const moment = moments.find((one) => one.id === id);
      if (!moment) throw invalid(`ids.${at}`, "The search has no moment with this id.");
      return moment;
    });
    return renderMoments(clips, trx, current, await withoutClip(clips, accountId, chosen), refuse);
  });
  const remaining = await credits.balance(db, accountId);
  exchange.credits = { used: Math.max(0, before - remaining), remaining };
  return presentClips(row);
}

/** Leaves out moments whose clip exists and has not failed. */
async function withoutClip({ generations }: ClipMaker, accountId: string, moments: readonly Moment[]) {
  const videos = await Promise.all(
    moments.map(({ videoId }) => (videoId ? generations.find(accountId, "video", videoId) : undefined)),
  );
  return moments.filter((_, at) => !videos[at] || videos[at].status === "failed");
}

/** Returns the engine's request, with the transcript and an earlier reading if there are any. */
async function prepareSearch(clips: ClipMaker, row: Search, run: Run): Promise<MomentsRequest> {
  const { source, count: _c, rendered: _r, look: _l, ...request } = row.request;
  const { account_id } = row;
  const { services } = clips;
  const transcript =
    (await services.videos.findSpeech(account_id, source)) ??
    (await services.videos.hearSpeech(account_id, source, run, request.language));
  const reading = await findReading(clips, row);
  return { ...request, transcript, reading };
}

/** Decides what happens to the other moments if one cannot become a video: a warning, or an error. */
type OnRefusal = (error: ApiError, left: number) => { code: string; message: string };

const warnOf: OnRefusal = ({ kind, message }, left) => ({
  code: kind,
  message: `${left} ${left === 1 ? "clip was" : "clips were"} not made. ${message}`,
});
const refuse: OnRefusal = (error) => {
  throw error;
};

const noCaptions = {
  code: "no_captions",
  message: "The clips have no captions, because the video has no transcript. Send subtitles, or captions: false.",
};

/** Charges and queues clips in the transaction, and notes them with their moments. Returns the new state. */
async function renderMoments(
  clips: ClipMaker,
  trx: Transaction,
  row: Search,
  chosen: readonly Moment[],
  onRefusal: OnRefusal,
): Promise<Search> {
  const { generations, services } = clips;
  if (chosen.length === 0) return row;
  const facts = row.facts as SearchFacts;
  const { account_id } = row;
  const speech = (await services.videos.findSpeech(account_id, row.request.source)) ?? [];
  const made = new Map<string, string>();
  const warnings = [...(facts.warnings ?? [])];
  const isMute = speech.length === 0 && row.request.look.captions !== false;
  if (isMute && !warnings.some(({ code }) => code === noCaptions.code)) warnings.push(noCaptions);
  for (const moment of chosen) {
    try {
      const clip = await services.videos.prepareClip(account_id, toClip(row.request, moment, speech));
      made.set(moment.id, await clip.submit(trx));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      warnings.push(onRefusal(error, chosen.length - made.size));
      break;
    }
  }
  const moments = facts.moments?.map((moment) => ({ ...moment, videoId: made.get(moment.id) ?? moment.videoId }));
  const updated = await generations.updateFacts(trx, row, { ...facts, moments, warnings });
  return updated ?? row;
}

/** Seconds of speech around a clip that its captions keep, for when its boundaries move. */
const MARGIN = 120;

/** Returns the order for a clip: the moment in its new shape, with captions if something is said. */
function toClip({ source, look }: SearchRequest, { start, end, title }: Moment, speech: readonly Cue[]) {
  const { aspectRatio, reframe, captions, tighten } = look;
  const isSaid = speech.some((cue) => cue.end > start && cue.start < end);
  const near = speech.filter((cue) => cue.end > start - MARGIN && cue.start < end + MARGIN);
  return {
    source,
    start,
    end,
    title,
    layers: [
      { type: "reframe" as const, aspectRatio, mode: reframe },
      ...(tighten ? [{ type: "tighten" as const, ...tighten }] : []),
      ...(captions !== false && isSaid
        ? [{ type: "captions" as const, ...captions, transcript: near.map((cue) => shiftCue(cue, -start)) }]
        : []),
    ],
  };
}

const shiftCue = ({ words, ...cue }: Cue, seconds: number): Cue => ({
  ...shift(cue, seconds),
  words: words?.map((word) => shift(word, seconds)),
});

const shift = <T extends { start: number; end: number }>(part: T, seconds: number): T => ({
  ...part,
  start: part.start + seconds,
  end: part.end + seconds,
});
