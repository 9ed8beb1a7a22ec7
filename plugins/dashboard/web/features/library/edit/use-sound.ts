import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Interval } from "vireo/captions/align";
import { createMeter, findSpeech, VOICE } from "vireo/captions/speech";
import { keys } from "../../../query-keys";

/** Longer videos are not decoded in the browser. Seconds. */
const LONGEST = 600;

async function listen(url: string): Promise<number[]> {
  const file = await (await fetch(url)).arrayBuffer();
  const sound = await new OfflineAudioContext(1, 1, VOICE.rate).decodeAudioData(file);
  const context = new OfflineAudioContext(1, Math.max(1, sound.length), VOICE.rate);
  const source = new AudioBufferSourceNode(context, { buffer: sound });
  const low = new BiquadFilterNode(context, { type: "highpass", frequency: VOICE.from, Q: 0 });
  const high = new BiquadFilterNode(context, { type: "lowpass", frequency: VOICE.to, Q: 0 });
  source.connect(low).connect(high).connect(context.destination);
  source.start();
  const meter = createMeter();
  for (const sample of (await context.startRendering()).getChannelData(0)) meter.add(sample);
  return meter.levels;
}

interface Sound {
  /** Where it is spoken: the stretches that its text is timed by. */
  speech: readonly Interval[];
  /** How loud it is in the band of voices, every hundredth of a second. Empty without sound. */
  levels: readonly number[];
}

/** What is heard in a video. Undefined until its sound is decoded. */
export function useSound(url: string, duration: number): Sound | undefined {
  const { data } = useQuery({
    queryKey: keys.speech(url),
    enabled: duration > 0 && duration <= LONGEST,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // A video without sound cannot be decoded, and its text is spread evenly.
    queryFn: () => listen(url).catch(() => []),
  });
  return useMemo(() => data && { speech: findSpeech(data, duration), levels: data }, [data, duration]);
}
