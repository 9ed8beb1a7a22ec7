import type { HostedModel, ModelKind } from "vireo/hosted/model";
import type { KieModel } from "./model";
import { imageModels } from "./models-image";
import { musicModels } from "./models-music";
import { speechModels } from "./models-speech";
import { videoModels } from "./models-video";

/**
 * Field names from docs.kie.ai, read 2026-08-19: the OpenAPI page of every model, as collected by
 * github.com/alfman99/kie-ai-mcp at f2fdfe4. The first model of a kind is its default.
 */
export const models: readonly KieModel[] = [...imageModels, ...videoModels, ...musicModels, ...speechModels];

/**
 * Fields shared by most models of the market, for unlisted ones. Images have a different field in almost every model,
 * and kie.ai ignores unknown fields, so images are refused.
 */
const market: Partial<KieModel> = {
  maxPrompt: 5_000,
  isUndescribed: true,
  input: { aspectRatio: "aspect_ratio", duration: "duration", durationAs: "text", resolution: "resolution" },
};
/** Ids "maker/model", or families whose ids have no slash. Other bare names belong to other vendors. */
const MARKET_ID =
  /^([a-z0-9][\w.-]*(\/[\w.-]+)+|(nano-banana|gpt-image-2-|gemini-omni-video|z-image|grok-imagine|omnihuman)[\w.-]*)$/i;

/** Patterns of ids that are passed through, and the model whose fields they use. */
const PASSED_THROUGH: Readonly<
  Partial<Record<ModelKind, readonly (readonly [RegExp, Partial<KieModel> | undefined])[]>>
> = {
  image: [
    [/^flux-kontext-/, imageModels.find(({ dialect }) => dialect === "flux")],
    [MARKET_ID, market],
  ],
  video: [
    [/^veo\d/, videoModels.find(({ dialect }) => dialect === "veo")],
    [MARKET_ID, market],
  ],
  music: [[/^V\d/, musicModels[0]]],
};

/** Returns the model for an unlisted id. Undefined if kie.ai has no ids with this pattern. */
export function findUnlisted(kind: ModelKind, id: string): KieModel | undefined {
  const template = PASSED_THROUGH[kind]?.find(([form]) => form.test(id))?.[1];
  return template && ({ ...template, id, kind, title: id } as KieModel);
}

/** An operator's description of a model keeps the API that serves the model. */
export function setDialect(model: HostedModel): KieModel {
  const { dialect } = models.find(({ id }) => id === model.id) ?? findUnlisted(model.kind, model.id) ?? {};
  return { ...model, dialect };
}
