import { Type } from "@sinclair/typebox";
import { createHostedEngines } from "vireo/hosted/engines";
import { hostedModels, mergeModels } from "vireo/hosted/model";
import { defineModule } from "vireo/module";
import { ApiKey, Group, Name, Url } from "vireo/settings";
import { type ClientOptions, KieClient } from "./client";
import { findUnlisted, models, setDialect } from "./models";
import { reviewMusic } from "./models-music";

const MAX_UPLOAD_BYTES = 10 * 1024 ** 2;

export const createEngines = (
  { speechModel, ...options }: ClientOptions & { speechModel?: string },
  own: Parameters<typeof mergeModels>[0] = {},
) =>
  createHostedEngines({
    speechModel: speechModel || undefined,
    name: "kie",
    title: "kie.ai",
    client: new KieClient(options),
    models: mergeModels(own, models).map(setDialect),
    findUnlisted,
    review: { music: reviewMusic },
    // The shape of the video also shows which of its two documented field names for the ratio Veo uses.
    live: {
      image: { model: "z-image", usd: 0.01 },
      video: { model: "veo3_lite", usd: 0.15 },
      music: { model: "V4", usd: 0.06 },
      speak: { usd: 0.01 },
      talk: { model: "kling/ai-avatar-standard", usd: 0.3 },
    },
    estimateSeconds: { image: 45, video: 180, music: 120 },
    maxUploadBytes: MAX_UPLOAD_BYTES,
  });

/** Images, videos and Suno's music through kie.ai. Requires a key. */
export const kie = defineModule({
  name: "kie",
  description: "Models for images, videos, music, speech and speaking people through kie.ai.",
  title: "kie.ai",
  fills: ["image", "video", "music", "speak", "talk"],
  keysAt: "https://kie.ai/api-key",
  restartable: true,
  settings: Group({
    apiKey: ApiKey("KIE_API_KEY", "kie.ai API key. Enables its models."),
    baseUrl: Url("KIE_URL", "URL of kie.ai's API.", "https://api.kie.ai"),
    uploadUrl: Url("KIE_UPLOAD_URL", "URL of kie.ai's file upload, for input images.", "https://kieai.redpandaai.co"),
    createsPer10Seconds: Type.Integer({
      default: 20,
      minimum: 1,
      env: "KIE_CREATES_PER_10_SECONDS",
      description: "Generations started per ten seconds by this process. kie.ai allows 20 per account.",
    }),
    speechModel: Type.Optional(
      Name("KIE_SPEECH_MODEL", "Model for speech. Default: the first of kind speak in GET /models."),
    ),
    models: hostedModels(
      '{ "maker/model": { kind: "video", duration: { min: 4, max: 15, default: 5 }, input: { aspectRatio: "aspect_ratio", duration: "duration", frame: "first_frame_url" } } }',
    ),
  }),
  start({ settings: { apiKey, models: own, ...rest } }) {
    return apiKey ? { engines: createEngines({ apiKey, ...rest }, own) } : {};
  },
});
