import { Type } from "@sinclair/typebox";
import { createHostedEngines } from "vireo/hosted/engines";
import { hostedModels, mergeModels, passThrough } from "vireo/hosted/model";
import { defineModule } from "vireo/module";
import { ApiKey, Group, Url } from "vireo/settings";
import { ReplicateClient } from "./client";
import { models, usualInputs } from "./models";

/** Pattern "owner/name" for official models, "owner/name:version" for others, with parts that are safe in a path. */
const IDS = /^[a-z0-9][\w.-]*\/[a-z0-9][\w.-]*(:[0-9a-f]{64})?$/i;

/** Image, video and music models hosted by Replicate. Requires a key. */
export const replicate = defineModule({
  name: "replicate",
  description: "Image, video and music models hosted by Replicate.",
  title: "Replicate",
  fills: ["image", "video", "music"],
  keysAt: "https://replicate.com/account/api-tokens",
  restartable: true,
  settings: Group({
    apiKey: ApiKey("REPLICATE_API_TOKEN", "Replicate API token. Enables its image, video and music models."),
    baseUrl: Url("REPLICATE_URL", "URL of Replicate's API.", "https://api.replicate.com/v1"),
    createsPerMinute: Type.Integer({
      default: 600,
      minimum: 1,
      env: "REPLICATE_CREATES_PER_MINUTE",
      description:
        "Generations started per minute by this process. Replicate allows 600, or 6 for accounts that only have granted credit.",
    }),
    models: hostedModels(
      '{ "owner/name": { kind: "image", vendorId: "owner/name:version", input: { pictures: "image", aspectRatio: "aspect_ratio" } } }',
    ),
  }),
  start({ settings: { apiKey, models: own, ...rest } }) {
    if (!apiKey) return {};
    return {
      engines: createHostedEngines({
        name: "replicate",
        title: "Replicate",
        client: new ReplicateClient({ apiKey, ...rest }),
        live: {
          image: { model: "black-forest-labs/flux-schnell", usd: 0.01 },
          video: { model: "kwaivgi/kling-v2.5-turbo-pro", usd: 0.4 },
          music: { model: "google/lyria-2", usd: 0.1 },
        },
        models: mergeModels(own, models),
        findUnlisted: passThrough(IDS, usualInputs),
      }),
    };
  },
});
