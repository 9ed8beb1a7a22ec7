import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { ApiKey, Group, Url } from "vireo/settings";
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
  settings: Group({
    enabled: Type.Boolean({
      default: false,
      editable: true,
      env: "TIKWM_ENABLED",
      description: "Enables tikwm, an unofficial service that needs no key and comes without guarantees.",
    }),
    rapidApiKey: ApiKey("TIKWM_RAPIDAPI_KEY", "RapidAPI key. Enables tiktok-scraper7 instead of tikwm."),
    baseUrl: Type.Optional(Url("TIKWM_URL", `URL of the API. Default: ${TIKWM}, or ${RAPIDAPI} with a key.`)),
  }),
  start({ settings: { enabled, rapidApiKey, baseUrl } }) {
    if (!enabled && !rapidApiKey) return {};
    return {
      engines: { scrape: createScraper({ baseUrl: baseUrl ?? (rapidApiKey ? RAPIDAPI : TIKWM), rapidApiKey }) },
    };
  },
});
