import type { Engine, ImageRequest, MusicRequest, VideoRequest } from "#core/engine";
import { replicate } from "#plugins/replicate/index";
import { KEY } from "./server";

export interface Engines {
  image: Engine<ImageRequest>;
  video: Engine<VideoRequest>;
  music: Engine<MusicRequest>;
}

/** The plug-in's engines, talking to a server that plays Replicate. */
export const make = (url: string, more: object = {}): Engines =>
  (
    replicate.start({
      settings: { apiKey: KEY, baseUrl: `${url}/v1`, createsPerMinute: 1000, models: {}, ...more },
    } as never) as {
      engines: Engines;
    }
  ).engines;
