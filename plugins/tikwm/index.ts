import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { createScraper } from "./scraper";

const RAPIDAPI = "https://tiktok-scraper7.p.rapidapi.com";
const TIKWM = "https://www.tikwm.com/api";

/** TikTok videos through tikwm, which is free and unofficial, or RapidAPI's tiktok-scraper7. Off by default. */
export const tikwm = defineModule({
  name: "tikwm",
  description: "TikTok videos through tikwm or RapidAPI's tiktok-scraper7.",
  title: "tikwm",
  fills: ["scrape"],
  restartable: true,
  settings: Type.Object(
    {
      enabled: Type.Boolean({
        default: false,
        editable: true,
        env: "TIKWM_ENABLED",
        description: "Enables tikwm. It needs no key, and is unofficial and without guarantees.",
      }),
      rapidApiKey: Type.Optional(
        Type.String({
          pattern: "^[!-~]+$",
          secret: true,
          editable: true,
          env: "TIKWM_RAPIDAPI_KEY",
          expected: "a key without spaces",
          description: "RapidAPI key. Enables tiktok-scraper7 instead of tikwm.",
        }),
      ),
      baseUrl: Type.Optional(
        Type.String({
          pattern: "^https?://[^/?#@\\s]+(/[^?#\\s]*)?$",
          env: "TIKWM_URL",
          expected: "an http(s) address",
          description: `URL of the API. Default: ${TIKWM}, or ${RAPIDAPI} with a key.`,
        }),
      ),
    },
    { additionalProperties: false, default: {} },
  ),
  start({ settings: { enabled, rapidApiKey, baseUrl } }) {
    if (!enabled && !rapidApiKey) return {};
    return {
      engines: { scrape: createScraper({ baseUrl: baseUrl ?? (rapidApiKey ? RAPIDAPI : TIKWM), rapidApiKey }) },
    };
  },
});
