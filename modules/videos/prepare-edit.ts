import { EngineError, type Run } from "vireo/engine";
import type { Context } from "vireo/module";
import type * as slot from "vireo/slots/edit";
import type { Cue } from "vireo/slots/transcribe";
import { type CaptionsEdit, type EditLayer, type EditRequest, listLayers } from "./edit-request";

/** Share of the progress that speaking takes; the rest is editing. */
const SPEECH_PROGRESS = 0.6;

interface Tools extends Pick<Context, "engines"> {
  run: Run;
  sourceUrl: string;
}

/** Has texts spoken and speech transcribed, so that the edit engine gets finished layers. */
export async function prepareEdit(
  { engines }: Pick<Context, "engines">,
  request: EditRequest,
  run: Run,
): Promise<slot.EditRequest> {
  const { model, sourceUrl } = request;
  const tools = { engines, run, sourceUrl };
  const layers: slot.EditLayer[] = [];
  /** Seconds that the trims so far have taken from the beginning. */
  let removed = 0;
  for (const layer of listLayers(request)) {
    layers.push(await prepareLayer(tools, layer, removed));
    if (layer.operation === "trim") removed += layer.start;
  }
  return request.operation === "render" ? { ...request, layers } : { model, sourceUrl, ...layers[0]! };
}

async function prepareLayer(tools: Tools, layer: EditLayer, removed: number): Promise<slot.EditLayer> {
  if (layer.operation === "voiceover") return { ...layer, voicePath: await speak(tools, layer) };
  if (layer.operation !== "captions") return layer;
  const { listen, ...captions } = layer;
  return listen ? { ...captions, transcript: await transcribe(tools, listen, removed) } : captions;
}

async function speak({ engines, run }: Tools, { speech }: slot.VoiceoverLayer): Promise<string> {
  const [speaker] = engines.of("speak");
  if (!speaker) throw new EngineError("engine_missing", "No speech engine is configured.");
  const progress = (percent: number) => run.progress(percent * SPEECH_PROGRESS);
  const { folder, signal } = run;
  return (await speaker.speak(speech, { folder, signal, progress })).path;
}

/** What is said in the video from the second `removed` on. */
async function transcribe(
  { engines, run, sourceUrl }: Tools,
  listen: NonNullable<CaptionsEdit["listen"]>,
  removed: number,
): Promise<Cue[]> {
  const [transcriber] = engines.of("transcribe");
  if (!transcriber) throw new EngineError("engine_missing", "No engine is configured that transcribes.");
  const heard = await transcriber.transcribe({ ...listen, path: await run.download(sourceUrl) }, run);
  const cues = removed === 0 ? heard : heard.flatMap((cue) => shiftCue(cue, removed));
  if (cues.length === 0) throw new EngineError("captions_empty", "The video has no speech.");
  return cues;
}

/** The cue as it is after a cut, without the words before it; none if all of it was cut off. */
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
