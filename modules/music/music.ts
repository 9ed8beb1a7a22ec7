import type { Static } from "@sinclair/typebox";
import { type Generation, type GenerationKind, presentCommon, presentLabels } from "vireo/generations";
import { toPublicId } from "vireo/ids";
import type { Context } from "vireo/module";
import type { Exchange } from "vireo/request";
import type { MusicRequest } from "vireo/slots/music";
import { createGenerationThumbnails } from "vireo/thumbnails";
import type { GenerateMusic } from "./schema";

export type Music = ReturnType<typeof createMusic>;

export function createMusic(context: Context<unknown, never, "local">) {
  const { generations, media, prices } = context;
  const thumbnails = createGenerationThumbnails(context, "art");
  const music: GenerationKind<MusicRequest> & { slot: "music" } = {
    kind: "music",
    slot: "music",
    prefix: "mus",
    noun: "track",
    produces: "audio",
    present,
    async onCompleted(trx, row) {
      await thumbnails.request(trx, row);
      return present(row);
    },
    events: { completed: "music.completed", failed: "music.failed" },
  };

  function present(row: Generation<MusicRequest>) {
    const { main, art, thumbnail, second } = row.files;
    const { duration, title: chosenTitle } = row.facts as { duration?: number; title?: string };
    const title = row.title ?? row.request.title ?? chosenTitle;
    return {
      musicId: toPublicId("mus", row.id),
      ...presentCommon(row),
      ...presentLabels(row),
      ...(main ? { audioUrl: media.url(main.key) } : {}),
      ...(art ? { albumArtUrl: media.url(art.key) } : {}),
      ...(thumbnail ? { thumbnailUrl: media.url(thumbnail.key) } : {}),
      ...(second ? { alternateAudioUrl: media.url(second.key) } : {}),
      ...(duration === undefined ? {} : { duration }),
      ...(title ? { title } : {}),
    };
  }

  const start = (exchange: Exchange, body: Static<typeof GenerateMusic>) =>
    generations.start(exchange, {
      kind: music,
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
      price: (model) => prices.get("music", model),
      toReason: () => "Music generation",
      seconds: 60,
    });

  return { kind: music, jobs: thumbnails.jobs, present, start };
}
