import type { HostedModel } from "vireo/hosted/model";

export type DialectName = "jobs" | "veo" | "runway" | "gpt4o" | "flux" | "suno";

export interface KieModel extends HostedModel {
  /** The API of kie.ai that serves the model. Default: the market ("jobs"). */
  dialect?: DialectName;
  /** Longest style in characters, music only. */
  maxStyle?: number;
}
