import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { createLibrary } from "./library";

/** Free clips and photos for narrated videos. Needs a key. */
export const pexels = defineModule({
  name: "pexels",
  description: "Free clips and photos of Pexels for narrated videos.",
  title: "Pexels",
  fills: ["stock"],
  keysAt: "https://www.pexels.com/api/",
  restartable: true,
  settings: Type.Object(
    {
      apiKey: Type.Optional(
        Type.String({
          pattern: "^[!-~]+$",
          secret: true,
          editable: true,
          env: "PEXELS_API_KEY",
          expected: "a key without spaces",
          description: "Pexels API key. Enables its clips in narrated videos.",
        }),
      ),
      baseUrl: Type.String({
        pattern: "^https?://[^/?#@\\s]+(/[^?#\\s]*)?$",
        default: "https://api.pexels.com",
        env: "PEXELS_URL",
        expected: "an http(s) address",
        description: "URL of Pexels' API.",
      }),
      hourlyLimit: Type.Integer({
        minimum: 1,
        maximum: 100_000,
        default: 200,
        env: "PEXELS_HOURLY_LIMIT",
        description: "Searches per hour that Pexels allows the key.",
      }),
    },
    { additionalProperties: false, default: {} },
  ),
  start({ settings: { apiKey, ...rest }, limits }) {
    if (!apiKey) return {};
    const limit = limits.define("pexels", rest.hourlyLimit, 3600);
    return { engines: { stock: createLibrary({ apiKey, limit, ...rest }) } };
  },
});
