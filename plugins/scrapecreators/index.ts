import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { createScraper } from "./scraper";

/** TikTok videos through ScrapeCreators, for one credit per page of results. Needs a key. */
export const scrapecreators = defineModule({
  name: "scrapecreators",
  description: "TikTok videos through ScrapeCreators.",
  title: "ScrapeCreators",
  fills: ["scrape"],
  keysAt: "https://app.scrapecreators.com",
  restartable: true,
  settings: Type.Object(
    {
      apiKey: Type.Optional(
        Type.String({
          pattern: "^[!-~]+$",
          secret: true,
          editable: true,
          env: "SCRAPECREATORS_API_KEY",
          expected: "a key without spaces",
          description: "ScrapeCreators API key. Enables this source of videos.",
        }),
      ),
      baseUrl: Type.String({
        default: "https://api.scrapecreators.com",
        pattern: "^https?://[^/?#@\\s]+(/[^?#\\s]*)?$",
        env: "SCRAPECREATORS_URL",
        expected: "an http(s) address",
        description: "URL of ScrapeCreators' API.",
      }),
      region: Type.Optional(
        Type.String({
          pattern: "^[A-Z]{2}$",
          env: "SCRAPECREATORS_REGION",
          expected: "two capital letters, such as US",
          description: "Country to view TikTok from.",
        }),
      ),
    },
    { additionalProperties: false, default: {} },
  ),
  start({ settings: { apiKey, ...rest } }) {
    return apiKey ? { engines: { scrape: createScraper({ apiKey, ...rest }) } } : {};
  },
});
