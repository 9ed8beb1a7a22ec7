import { Type } from "@sinclair/typebox";
import { createHostedEngines } from "vireo/hosted/engines";
import { hostedModels, mergeModels, passThrough } from "vireo/hosted/model";
import { defineModule } from "vireo/module";
import { ApiKey, Group, Name, Url } from "vireo/settings";
import { checkWrongKey } from "vireo/vendor/live";
import { FalClient } from "./client";
import { models, usualInputs } from "./models";

/** Pattern of a key. */
const WRONG_KEY = "00000000-0000-0000-0000-000000000000:00000000000000000000000000000000";
/** Pattern "owner/app" or "owner/app/path", with parts that are safe in a path. */
const IDS = /^[a-z0-9][\w.-]*(\/[a-z0-9][\w.-]*)+$/i;

/** Models for images, videos, music, speech and speaking people hosted by fal.ai. Requires a key. */
export const fal = defineModule({
  name: "fal",
  description: "Models for images, videos, music, speech and speaking people hosted by fal.ai.",
  title: "fal.ai",
  fills: ["image", "video", "music", "speak", "talk"],
  keysAt: "https://fal.ai/dashboard/keys",
  restartable: true,
  settings: Group({
    apiKey: ApiKey("FAL_KEY", "fal.ai API key. Enables its models."),
    baseUrl: Url("FAL_URL", "URL of fal.ai's queue.", "https://queue.fal.run"),
    uploadUrl: Url("FAL_UPLOAD_URL", "URL of fal.ai's file storage, for input images.", "https://rest.fal.ai"),
    speechModel: Type.Optional(
      Name("FAL_SPEECH_MODEL", "Model for speech. Default: the first of kind speak in GET /models."),
    ),
    models: hostedModels(
      '{ "fal-ai/some-model": { kind: "video", duration: { min: 5, max: 10, default: 5 }, input: { frame: "image_url", duration: "duration", durationAs: "text" } } }',
    ),
  }),
  start({ settings: { apiKey, models: own, speechModel, ...rest } }) {
    if (!apiKey) return {};
    return {
      engines: createHostedEngines({
        name: "fal",
        title: "fal.ai",
        client: new FalClient({ apiKey, ...rest }),
        live: {
          image: { model: "fal-ai/flux/schnell", usd: 0.01 },
          video: { model: "fal-ai/veo3.1/lite", usd: 0.3 },
          music: { model: "fal-ai/lyria2", usd: 0.1 },
          speak: { usd: 0.01 },
          talk: { model: "fal-ai/kling-video/ai-avatar/v2/standard", usd: 0.3 },
        },
        // The key is checked by reading a nonexistent request, which is undocumented.
        liveChecks: [checkWrongKey(() => new FalClient({ ...rest, apiKey: WRONG_KEY }).check())],
        models: mergeModels(own, models),
        speechModel: speechModel || undefined,
        findUnlisted: passThrough(IDS, usualInputs),
      }),
    };
  },
});
