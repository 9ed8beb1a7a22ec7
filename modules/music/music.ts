import type { Static } from "@sinclair/typebox";
import { type Generation, type GenerationKind, presentCommon, presentLabels } from "vireo/generations";
import { toPublicId } from "vireo/ids";
import type { Context } from "vireo/module";
import type { Exchange } from "vireo/request";
import type { MusicRequest } from "vireo/slots/music";
import type { GenerationThumbnails } from "vireo/thumbnails";
import type { GenerateMusic } from "./schema";

/** The module's context with its shared state. */
export interface Music extends Context<unknown, never, "local"> {
  thumbnails: GenerationThumbnails;
}

export const defineMusicKind = (music: Music): GenerationKind<MusicRequest> => ({
  kind: "music",
  slot: "music",
  prefix: "mus",
  noun: "track",
  produces: "audio",
  present: (row) => presentTrack(music, row),
  async onCompleted(trx, row) {
    await music.thumbnails.request(trx, row);
    return presentTrack(music, row);
  },
  events: { completed: "music.completed", failed: "music.failed" },
});

export function presentTrack({ media }: Music, row: Generation<MusicRequest>) {
  const { main, art, thumbnail, second } = row.files;
  const { duration, title: chosenTitle } = row.facts as { duration?: number; title?: string };
  const title = row.title ?? row.request.title ?? chosenTitle;
  return {
    musicId: toPublicId("mus", row.id),
    ...presentCommon(row),
    ...presentLabels(row),
    audioUrl: main && media.url(main.key),
    albumArtUrl: art && media.url(art.key),
    thumbnailUrl: thumbnail && media.url(thumbnail.key),
    alternateAudioUrl: second && media.url(second.key),
    duration,
    title: title || undefined,
  };
}

export const generateMusic = (music: Music, exchange: Exchange, body: Static<typeof GenerateMusic>) =>
  music.generations.start(exchange, {
    kind: "music",
    slot: "music",
    model: body.model,
    toRequest: ({ model }) => ({
      model: model.id,
      prompt: body.prompt,
      instrumental: body.instrumental ?? true,
      seed: body.seed ?? crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1,
      title: body.title || undefined,
      style: body.style || undefined,
    }),
    toPrompt: () => body.prompt,
    toTitle: ({ title }) => title,
    price: (model) => music.prices.get("music", model),
    toReason: () => "Music generation",
    seconds: 60,
  });
