import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { ApiKey, Group, Url } from "vireo/settings";
import { createScraper } from "./scraper";

/** Searches TikTok videos through Apify's clockworks/tiktok-scraper. Requires a token. */
export const apify = defineModule({
  name: "apify",
  description: "TikTok videos through Apify.",
  title: "Apify",
  fills: ["scrape"],
  keysAt: "https://console.apify.com/settings/integrations",
  restartable: true,
  settings: Group({
    token: ApiKey("APIFY_TOKEN", "Apify API token. Enables this video source."),
    baseUrl: Url("APIFY_URL", "URL of Apify's API.", "https://api.apify.com"),
    actor: Type.String({
      default: "clockworks/tiktok-scraper",
      pattern: "^[\\w.-]+[/~][\\w.-]+$",
      env: "APIFY_TIKTOK_ACTOR",
      expected: "the name of an actor, such as clockworks/tiktok-scraper",
      description: "Actor to run. It must have the input and output of clockworks/tiktok-scraper.",
    }),
    country: Type.Optional(
      Type.String({
        pattern: "^[A-Z]{2}$",
        env: "APIFY_COUNTRY",
        expected: "two capital letters, such as US",
        description: "Country to view TikTok from.",
      }),
    ),
    maxRunUsd: Type.Number({
      default: 1,
      minimum: 0.01,
      maximum: 1_000,
      env: "APIFY_MAX_RUN_USD",
      description: "Maximum cost of one run, in US dollars. Apify stops a run that reaches it.",
    }),
  }),
  start({ settings: { token, ...rest } }) {
    return token ? { engines: { scrape: createScraper({ token, ...rest }) } } : {};
  },
});
