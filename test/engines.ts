import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import type { Engine, Outcome, Run } from "#core/engine";
import { defineModule, type Module } from "#core/module";

/** The smallest picture: one transparent pixel. */
export const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

export const picture = async (run: Run): Promise<Outcome> => {
  const path = join(run.folder, "out.png");
  await Bun.write(path, PIXEL);
  return { state: "completed", files: { main: { path } } };
};

/** A module whose image engine does what the test says. */
export function fakeImages(engine: Partial<Engine<{ prompt: string }>>, name = "fake"): Module {
  return defineModule({
    name,
    start: () => ({
      engines: {
        image: {
          name,
          models: [{ id: `${name}-1`, title: "Fake" }],
          create: async (_request, run) => picture(run),
          ...engine,
        } as Engine<never>,
      },
    }),
  });
}

/** A module whose video engine returns `clip`, a file or an address. Videos prompted with "held" wait for `release`. */
export function clipVideos(clip: string): { module: Module; release(): void } {
  const held = Promise.withResolvers<void>();
  const video: Engine<{ prompt: string }> = {
    name: "clips",
    models: [{ id: "clips-1", title: "Clips", duration: { min: 1, max: 60, default: 3 } }],
    async create({ prompt }, run) {
      if (prompt === "held") await held.promise;
      if (clip.startsWith("http")) return { state: "completed", files: { main: { url: clip } } };
      const path = join(run.folder, "clip.mp4");
      await copyFile(clip, path);
      return { state: "completed", files: { main: { path } } };
    },
  };
  const module = defineModule({ name: "clip-maker", start: () => ({ engines: { video: video as Engine<never> } }) });
  return { module, release: held.resolve };
}

/** Engines of all media slots that accept everything and never end. */
export const endless: Module = defineModule({
  name: "endless",
  start() {
    const engine = {
      name: "endless",
      models: [{ id: "endless-1", title: "Endless", duration: { min: 1, max: 60, default: 5 } }],
      repeatable: true,
      create: () => new Promise<never>(() => {}),
    };
    const scrape = { name: "endless", scrape: async () => [] };
    return {
      engines: { image: engine, video: engine, music: engine, edit: engine, analyse: engine, plan: engine, scrape },
    };
  },
});
