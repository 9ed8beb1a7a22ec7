import { Type } from "@sinclair/typebox";
import { Name } from "#sdk/settings";

/**
 * Settings of a plug-in that runs a transformers.js model on this machine.
 * @param prefix begins the names of the environment variables
 * @param description which models fit
 * @param precisions of model files that the operator can choose. One of them is q8, the default
 * @example
 * import { Group } from "vireo/settings";
 * const settings = Group(modelSettings("ACME", "Classification model: a directory, or a name on the hub."));
 */
export const modelSettings = (prefix: string, description: string, precisions = ["q8", "q4", "fp16", "fp32"]) => ({
  model: Type.Optional(Name(`${prefix}_MODEL`, description)),
  dtype: Type.Union(
    precisions.map((dtype) => Type.Literal(dtype)),
    { default: "q8", description: "Precision of the model file: quantized, half or full." },
  ),
  offline: Type.Boolean({
    default: false,
    env: `${prefix}_OFFLINE`,
    description: "Disables downloads. A named model must already be in models/<dtype>/<name> in the data directory.",
  }),
  sha256: Type.Optional(
    Type.String({
      pattern: "^[0-9a-f]{64}$",
      expected: "a SHA-256: 64 hexadecimal digits in lower case",
      env: `${prefix}_SHA256`,
      description:
        "Expected digest of the model, as logged after a download (SHA-256 of its SHA256SUMS). Other files are rejected.",
    }),
  ),
  hub: Type.Optional(
    Type.String({
      pattern: "^https?://",
      expected: "an http(s) address",
      env: `${prefix}_HUB`,
      description: "URL to download the model from. Default: the hub of transformers.js.",
    }),
  ),
});
