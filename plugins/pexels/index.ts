import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { ApiKey, Group, Url } from "vireo/settings";
import { createLibrary } from "./library";

/** Free clips and photos for narrated videos. Requires a key. */
export const pexels = defineModule({
  name: "pexels",
  description: "Free clips and photos of Pexels for narrated videos.",
  title: "Pexels",
  fills: ["stock"],
  keysAt: "https://www.pexels.com/api/",
  restartable: true,
  settings: Group({
    apiKey: ApiKey("PEXELS_API_KEY", "Pexels API key. Enables its clips in narrated videos."),
    baseUrl: Url("PEXELS_URL", "URL of Pexels' API.", "https://api.pexels.com"),
    hourlyLimit: Type.Integer({
      minimum: 1,
      maximum: 100_000,
      default: 200,
      env: "PEXELS_HOURLY_LIMIT",
      description: "Maximum searches per hour that Pexels allows for the key.",
    }),
  }),
  start({ settings: { apiKey, ...rest }, limits }) {
    if (!apiKey) return {};
    const limit = limits.define("pexels", rest.hourlyLimit, 3600);
    return { engines: { stock: createLibrary({ apiKey, limit, ...rest }) } };
  },
});
