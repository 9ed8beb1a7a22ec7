import type { Engines } from "vireo/engines";
import type { EmbedProvider } from "vireo/slots/embed";

/** Who embeds: the configured engine, and whoever still serves an earlier model. */
export const createModels = (engines: Engines) => ({
  current: (): EmbedProvider | undefined => engines.of("embed")[0],
  of(model: string): EmbedProvider | undefined {
    const all = engines.of("embed");
    return all.find((engine) => engine.model === model) ?? all.map((engine) => engine.forModel?.(model)).find(Boolean);
  },
});

export type Models = ReturnType<typeof createModels>;
