import type { Engine } from "#core/engine";
import { replicate } from "#plugins/replicate/index";
import type { ImageRequest } from "#sdk/slots/image";
import type { MusicRequest } from "#sdk/slots/music";
import type { VideoRequest } from "#sdk/slots/video";
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
