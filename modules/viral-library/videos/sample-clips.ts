import type { ScrapedVideo } from "vireo/slots/scrape";
import type { Scene } from "vireo/slots/storyboard";
import type { ViralLibrary } from "../context";
import { readSamples } from "./samples";

type Sample = Pick<ScrapedVideo, "author" | "description">;

const MOST_SCENES = 3;
const SECONDS = { first: 4, further: 1.5 };

/** A changed caption results in another clip with another URL. */
const toName = ({ author, description }: Sample): string => `${author}: ${description}`;

/** Sentences of the caption without hashtags, and the name of the fictional creator. */
function writeClipScenes({ author, description }: Sample): Scene[] {
  const text = description.replace(/#[\p{L}\p{N}_]+/gu, "").trim();
  const sentences = text.split(/(?<=[.!?])\s+(?=\p{Lu})/u);
  const shown = [...sentences.slice(0, MOST_SCENES - 1), sentences.slice(MOST_SCENES - 1).join(" ")].filter(Boolean);
  return shown.map((sentence, at) => ({
    kind: at === 0 ? "hook" : "point",
    text: sentence,
    subtext: at === shown.length - 1 ? `@${author}` : undefined,
  }));
}

/**
 * Registers the clips of the samples. They were never filmed, so each clip is rendered from its caption when it is first
 * opened. Returns a function that adds their URLs to the samples, which does nothing if no engine can render them.
 */
export function registerSampleClips({ media, services }: ViralLibrary) {
  const { local } = services;
  if (!local) return (samples: ScrapedVideo[]) => samples;
  const getKey = media.derive("viral-library.samples", {
    extension: "mp4",
    list: async () => (await readSamples("")).map(toName),
    async make(name, run) {
      const sample = (await readSamples("")).find((candidate) => toName(candidate) === name);
      if (!sample) throw new Error("Sample not found.");
      const scenes = writeClipScenes(sample);
      return local.drawPreview(scenes, SECONDS.first + (scenes.length - 1) * SECONDS.further, run);
    },
  });
  return (samples: ScrapedVideo[]): ScrapedVideo[] =>
    samples.map((sample) => {
      const key = getKey(toName(sample));
      return key === undefined ? sample : { ...sample, videoUrl: media.url(key) };
    });
}
