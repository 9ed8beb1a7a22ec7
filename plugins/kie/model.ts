import type { HostedModel } from "vireo/hosted/model";

export type DialectName = "jobs" | "veo" | "runway" | "gpt4o" | "flux" | "suno";

export interface KieModel extends HostedModel {
  /** kie.ai API that serves the model. Default: the market ("jobs"). */
  dialect?: DialectName;
  /** Maximum length of the style in characters, music only. */
  maxStyle?: number;
}
