import type { Engines } from "vireo/engines";
import type { EmbedProvider } from "vireo/slots/embed";

export const createModels = (engines: Engines) => ({
  /** The configured embedding engine. */
  getCurrent: (): EmbedProvider | undefined => engines.of("embed")[0],
  /** Returns the engine for a model, which may be an earlier model of an engine. */
  find(model: string): EmbedProvider | undefined {
    const all = engines.of("embed");
    return all.find((engine) => engine.model === model) ?? all.map((engine) => engine.forModel?.(model)).find(Boolean);
  },
});

export type Models = ReturnType<typeof createModels>;
