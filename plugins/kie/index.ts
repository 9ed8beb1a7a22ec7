import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { createEngines } from "./engines";

const address = { pattern: "^https?://[^\\s/]+", format: "uri", expected: "an http(s) address" } as const;

/** Images, video and Suno's music through kie.ai. Without a key it offers nothing. */
export const kie = defineModule({
  name: "kie",
  description: "Models of many makers through kie.ai.",
  settings: Type.Object(
    {
      apiKey: Type.Optional(
        Type.String({
          pattern: "^[!-~]+$",
          secret: true,
          env: "KIE_API_KEY",
          expected: "a key without spaces",
          description: "API key of kie.ai. Turns its image, video and music models on.",
        }),
      ),
      baseUrl: Type.String({
        ...address,
        default: "https://api.kie.ai",
        env: "KIE_URL",
        description: "Where kie.ai answers.",
      }),
      uploadUrl: Type.String({
        ...address,
        default: "https://kieai.redpandaai.co",
        env: "KIE_UPLOAD_URL",
        description: "Where kie.ai takes pictures that a generation starts from.",
      }),
      createsPer10Seconds: Type.Integer({
        default: 20,
        minimum: 1,
        env: "KIE_CREATES_PER_10_SECONDS",
        description: "Generations begun in ten seconds by this process; kie.ai drops what exceeds 20 of an account.",
      }),
    },
    { additionalProperties: false, default: {} },
  ),
  start({ settings: { apiKey, ...rest } }) {
    return apiKey ? { engines: createEngines({ apiKey, ...rest }) } : {};
  },
});
