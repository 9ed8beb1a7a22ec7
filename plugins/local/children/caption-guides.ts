import type { Interval } from "vireo/captions/align";
import type { CaptionGuides } from "vireo/captions/text-rows";
import { probe } from "vireo/media";
import { Composition } from "../edit/composition";
import { voiceStretches } from "../edit/speech";
import type { RenderTools } from "../render";

interface Part {
  path: string;
  start: number;
  end: number;
}

/** Finds stretches of voice in a part of a file, in its seconds. */
export async function findVoice({ path, start, end }: Part, { limitCpu }: RenderTools): Promise<Interval[]> {
  limitCpu(CPU_SECONDS + (end - start) * CPU_SECONDS_PER_SECOND);
  const hasAudio = (await probe(path))?.hasAudio ?? false;
  const stretches = await voiceStretches({ path, duration: end - start, from: start, hasAudio });
  return stretches.map((part) => ({ start: start + part.start, end: start + part.end }));
}

/** CPU seconds for any file, and for each second of sound. It takes a hundredth of that. */
const CPU_SECONDS = 60;
const CPU_SECONDS_PER_SECOND = 1;

/** Measures a video in the same way as an edit that adds captions. */
export async function captionGuides({ path }: { path: string }, tools: RenderTools): Promise<CaptionGuides> {
  const video = await Composition.open(path, tools);
  const [text, speech] = await Promise.all([video.measureText(), video.findSpeech()]);
  return { ...text, speech };
}
