import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { createLibrary, RATE } from "./library";

/** Free clips and photos for narrated videos. Needs a key. */
export const pixabay = defineModule({
  name: "pixabay",
  description: "Free clips and photos of Pixabay for narrated videos.",
  title: "Pixabay",
  fills: ["stock"],
  keysAt: "https://pixabay.com/api/docs/",
  restartable: true,
  settings: Type.Object(
    {
      apiKey: Type.Optional(
        Type.String({
          pattern: "^[!-~]+$",
          secret: true,
          editable: true,
          env: "PIXABAY_API_KEY",
          expected: "a key without spaces",
          description: "Pixabay API key. Enables its clips in narrated videos.",
        }),
      ),
      baseUrl: Type.String({
        pattern: "^https?://[^/?#@\\s]+(/[^?#\\s]*)?$",
        default: "https://pixabay.com",
        env: "PIXABAY_URL",
        expected: "an http(s) address",
        description: "URL of Pixabay's API.",
      }),
    },
    { additionalProperties: false, default: {} },
  ),
  start({ settings: { apiKey, ...rest }, limits }) {
    if (!apiKey) return {};
    const limit = limits.define("pixabay", RATE.calls, RATE.perMs / 1000);
    return { engines: { stock: createLibrary({ apiKey, limit, ...rest }) } };
  },
});
