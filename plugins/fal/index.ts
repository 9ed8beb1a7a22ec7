import { Type } from "@sinclair/typebox";
import { createHostedEngines } from "vireo/hosted/engines";
import { hostedModels, withOwn } from "vireo/hosted/model";
import { defineModule } from "vireo/module";
import { createClient } from "./client";
import { models, usual } from "./models";

const address = { pattern: "^https?://[^\\s/]+", format: "uri", expected: "an http(s) address" } as const;
/** "owner/app" and "owner/app/path": parts that are safe in a path. */
const ids = /^[a-z0-9][\w.-]*(\/[a-z0-9][\w.-]*)+$/i;

/** Images, video and music by the models that fal.ai hosts. Without a key it offers nothing. */
export const fal = defineModule({
  name: "fal",
  description: "Models of many makers through fal.ai.",
  settings: Type.Object(
    {
      apiKey: Type.Optional(
        Type.String({
          pattern: "^[!-~]+$",
          secret: true,
          env: "FAL_KEY",
          expected: "a key without spaces",
          description: "API key of fal.ai. Turns its image, video and music models on.",
        }),
      ),
      baseUrl: Type.String({
        ...address,
        default: "https://queue.fal.run",
        env: "FAL_URL",
        description: "Where fal.ai's queue answers.",
      }),
      uploadUrl: Type.String({
        ...address,
        default: "https://rest.fal.ai",
        env: "FAL_UPLOAD_URL",
        description: "Where fal.ai takes pictures that a generation starts from.",
      }),
      models: hostedModels(
        '{ "fal-ai/some-model": { kind: "video", duration: { min: 5, max: 10, default: 5 }, input: { frame: "image_url", duration: "duration", durationAs: "text" } } }',
      ),
    },
    { additionalProperties: false, default: {} },
  ),
  start({ settings: { apiKey, models: own, ...rest } }) {
    if (!apiKey) return {};
    const client = createClient({ apiKey, ...rest });
    return {
      engines: createHostedEngines({
        ...client,
        name: "fal",
        title: "fal.ai",
        models: withOwn(own, models),
        usual,
        ids,
      }),
    };
  },
});
