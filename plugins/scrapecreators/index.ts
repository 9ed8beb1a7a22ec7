import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { ApiKey, Group, Url } from "vireo/settings";
import { createScraper } from "./scraper";

/** TikTok videos through ScrapeCreators, for one credit per page of results. Requires a key. */
export const scrapecreators = defineModule({
  name: "scrapecreators",
  description: "TikTok videos through ScrapeCreators.",
  title: "ScrapeCreators",
  fills: ["scrape"],
  keysAt: "https://app.scrapecreators.com",
  restartable: true,
  settings: Group({
    apiKey: ApiKey("SCRAPECREATORS_API_KEY", "ScrapeCreators API key. Enables this video source."),
    baseUrl: Url("SCRAPECREATORS_URL", "URL of ScrapeCreators' API.", "https://api.scrapecreators.com"),
    region: Type.Optional(
      Type.String({
        pattern: "^[A-Z]{2}$",
        env: "SCRAPECREATORS_REGION",
        expected: "two capital letters, such as US",
        description: "Country to view TikTok from.",
      }),
    ),
  }),
  start({ settings: { apiKey, ...rest } }) {
    return apiKey ? { engines: { scrape: createScraper({ apiKey, ...rest }) } } : {};
  },
});
