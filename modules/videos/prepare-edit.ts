import { EngineError, type Run } from "vireo/engine";
import type { Generation } from "vireo/generations";
import type * as slot from "vireo/slots/edit";
import type { Cue } from "vireo/slots/transcribe";
import type { Videos } from "./context";
import { type CaptionsEdit, type EditLayer, type EditRequest, listLayers, type VoiceoverEdit } from "./edit-request";
import { SPEECH_STEP, speak } from "./speech";
import { toCues } from "./spoken";

/** Fraction of the progress for speech; the rest is for editing. */
const SPEECH_PROGRESS = 0.6;

interface Work {
  row: Generation<EditRequest>;
  run: Run;
}

/** State of the video after the previous layers. */
interface Progress {
  /** Seconds that trims have removed from the beginning. */
  removed: number;
  /** Text of the last voice-over, if its times are known. */
  cues?: Cue[] | undefined;
  speeches: number;
}

/** Generates speech and transcripts, so that the edit engine receives finished layers. */
export async function prepareEdit(videos: Videos, row: Generation<EditRequest>, run: Run): Promise<slot.EditRequest> {
  const { request } = row;
  const { model, sourceUrl } = request;
  const layers: slot.EditLayer[] = [];
  const progress: Progress = { removed: 0, speeches: 0 };
  for (const layer of listLayers(request)) layers.push(await prepareLayer(videos, { row, run }, layer, progress));
  return request.operation === "render" ? { ...request, layers } : { model, sourceUrl, ...layers[0]! };
}

async function prepareLayer(videos: Videos, work: Work, layer: EditLayer, progress: Progress): Promise<slot.EditLayer> {
  if (layer.operation === "trim") {
    progress.removed += layer.start;
    progress.cues = progress.cues && cut(progress.cues, layer.start);
    return layer;
  }
  if (layer.operation === "voiceover") return speakOver(videos, work, layer, progress);
  if (layer.operation === "captions") return addText(videos, work, layer, progress);
  return layer;
}

/** Speaks the text of a voice-over, once in the life of the edit. */
async function speakOver(videos: Videos, { row, run }: Work, layer: VoiceoverEdit, progress: Progress) {
  const { engine: _, ...request } = layer.speech;
  const step = progress.speeches++ === 0 ? SPEECH_STEP : `${SPEECH_STEP}-${progress.speeches}`;
  const { path, words } = await speak(videos, row, step, layer, {
    ...run,
    progress: (percent) => run.progress(percent * SPEECH_PROGRESS),
  });
  progress.cues = toCues({ text: request.text, words, start: layer.start });
  return { ...layer, speech: request, voicePath: path };
}

async function addText(
  videos: Videos,
  work: Work,
  layer: CaptionsEdit,
  { removed, cues }: Progress,
): Promise<slot.CaptionsLayer> {
  const { listen, spoken, said, ...captions } = layer;
  if (said && cues) {
    const { text: _, ...rest } = captions;
    return { ...rest, transcript: cues };
  }
  if (spoken) return { ...captions, transcript: cut(spoken, removed) };
  return listen ? { ...captions, transcript: await transcribe(videos, work, listen, removed) } : captions;
}

/** Returns the cues that remain after a trim. */
const cut = (cues: readonly Cue[], removed: number): Cue[] =>
  removed === 0 ? [...cues] : cues.flatMap((cue) => shiftCue(cue, removed));

/** Returns the transcript of the video from the second `removed` on. */
async function transcribe(
  { engines }: Videos,
  { row, run }: Work,
  listen: NonNullable<CaptionsEdit["listen"]>,
  removed: number,
): Promise<Cue[]> {
  const [transcriber] = engines.of("transcribe");
  if (!transcriber) throw new EngineError("engine_missing", "No engine is configured that transcribes.");
  const heard = await transcriber.transcribe({ ...listen, path: await run.download(row.request.sourceUrl) }, run);
  const cues = cut(heard, removed);
  if (cues.length === 0) throw new EngineError("captions_empty", "The video has no speech.");
  return cues;
}

/** Returns the cue after a trim, without the words before it. Undefined if all of it was removed. */
function shiftCue({ start, end, text, words }: Cue, removed: number): Cue[] {
  if (end <= removed) return [];
  const shift = <T extends { start: number; end: number }>(part: T): T => ({
    ...part,
    start: Math.max(0, part.start - removed),
    end: part.end - removed,
  });
  const left = words?.filter((word) => word.end > removed).map(shift);
  if (left && left.length === 0) return [];
  return [
    {
      ...shift({ start, end }),
      text: left ? left.map(({ word }) => word).join(" ") : text,
      ...(left ? { words: left } : {}),
    },
  ];
}
