import type { Engine } from "#core/engine";
import { fal } from "#plugins/fal/index";
import type { ImageRequest } from "#sdk/slots/image";
import type { MusicRequest } from "#sdk/slots/music";
import type { Speaker } from "#sdk/slots/speak";
import type { Talker } from "#sdk/slots/talk";
import type { VideoRequest } from "#sdk/slots/video";
import { KEY } from "./server";

export interface Engines {
  image: Engine<ImageRequest>;
  video: Engine<VideoRequest>;
  music: Engine<MusicRequest>;
  speak?: Speaker;
  talk?: Talker;
}

/** The plug-in's engines, talking to a server that plays fal.ai. */
export const make = (url: string, more: object = {}): Engines =>
  (
    fal.start({ settings: { apiKey: KEY, baseUrl: url, uploadUrl: url, models: {}, ...more } } as never) as {
      engines: Engines;
    }
  ).engines;
