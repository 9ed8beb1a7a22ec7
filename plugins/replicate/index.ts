import { Type } from "@sinclair/typebox";
import { createHostedEngines } from "vireo/hosted/engines";
import { hostedModels, withOwn } from "vireo/hosted/model";
import { defineModule } from "vireo/module";
import { createClient } from "./client";
import { models, usual } from "./models";

/** "owner/name" of an official model, "owner/name:version" of any other: parts that are safe in a path. */
const ids = /^[a-z0-9][\w.-]*\/[a-z0-9][\w.-]*(:[0-9a-f]{64})?$/i;

/** Images, video and music by the models that Replicate hosts. Without a key it offers nothing. */
export const replicate = defineModule({
  name: "replicate",
  description: "Models of many makers through Replicate.",
  settings: Type.Object(
    {
      apiKey: Type.Optional(
        Type.String({
          pattern: "^[!-~]+$",
          secret: true,
          env: "REPLICATE_API_TOKEN",
          expected: "a key without spaces",
          description: "API token of Replicate. Turns its image, video and music models on.",
        }),
      ),
      baseUrl: Type.String({
        pattern: "^https?://[^\\s/]+",
        format: "uri",
        expected: "an http(s) address",
        default: "https://api.replicate.com/v1",
        env: "REPLICATE_URL",
        description: "Where Replicate's API answers.",
      }),
      createsPerMinute: Type.Integer({
        default: 600,
        minimum: 1,
        env: "REPLICATE_CREATES_PER_MINUTE",
        description:
          "Generations begun in a minute by this process; Replicate takes 600, and 6 on granted credit alone.",
      }),
      models: hostedModels(
        '{ "owner/name": { kind: "image", vendorId: "owner/name:version", input: { pictures: "image", aspectRatio: "aspect_ratio" } } }',
      ),
    },
    { additionalProperties: false, default: {} },
  ),
  start({ settings: { apiKey, models: own, ...rest } }) {
    if (!apiKey) return {};
    const client = createClient({ apiKey, ...rest });
    const known = { models: withOwn(own, models), usual, ids };
    return { engines: createHostedEngines({ ...client, name: "replicate", title: "Replicate", ...known }) };
  },
});
