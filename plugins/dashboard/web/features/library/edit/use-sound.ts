import { useQuery } from "@tanstack/react-query";
import { createMeter, VOICE } from "vireo/captions/speech";
import { createFollower } from "vireo/ducking";
import { keys } from "../../../query-keys";

/** Longer videos are not decoded in the browser. */
const MAX_SECONDS = 600;

interface Measures {
  /** Loudness in the voice band, every hundredth of a second. Empty without sound. */
  levels: readonly number[];
  /** Power over time, by which music is ducked. */
  powers: readonly number[];
}

async function measureSound(url: string): Promise<Measures> {
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
  return { levels: meter.levels, powers: measurePowers(sound) };
}

function measurePowers(sound: AudioBuffer): readonly number[] {
  const channels = Array.from({ length: sound.numberOfChannels }, (_, i) => sound.getChannelData(i));
  const { powers, add } = createFollower(sound.sampleRate);
  // FFmpeg turns one channel into two with the same total power.
  const share = channels.length === 1 ? Math.SQRT1_2 : 1 / channels.length;
  for (let i = 0; i < sound.length; i++) {
    let sum = 0;
    for (const channel of channels) sum += Math.abs(channel[i] ?? 0);
    add(share * sum);
  }
  return powers;
}

const SILENCE: Measures = { levels: [], powers: [] };

/** Measures the sound of a video. Undefined until it is decoded, and for an empty URL. */
export function useSound(url: string, duration: number): Measures | undefined {
  const { data } = useQuery({
    queryKey: keys.sound(url),
    enabled: url !== "" && duration > 0 && duration <= MAX_SECONDS,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // Decoding fails for a video without sound.
    queryFn: () => measureSound(url).catch(() => SILENCE),
  });
  return data;
}
