import type { Engines } from "vireo/engines";
import type { EmbedProvider } from "vireo/slots/embed";

/** The engines that embed texts, by model. */
export class Models {
  readonly #engines: Engines;

  constructor(engines: Engines) {
    this.#engines = engines;
  }

  /** The configured embedding engine. */
  getCurrent(): EmbedProvider | undefined {
    return this.#engines.of("embed")[0];
  }

  /** Returns the engine for a model, which may be an earlier model of an engine. */
  find(model: string): EmbedProvider | undefined {
    const all = this.#engines.of("embed");
    return all.find((engine) => engine.model === model) ?? all.map((engine) => engine.forModel?.(model)).find(Boolean);
  }
}
