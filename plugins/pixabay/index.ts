import { defineModule } from "vireo/module";
import { ApiKey, Group, Url } from "vireo/settings";
import { createLibrary, RATE } from "./library";

/** Free clips and photos for narrated videos. Requires a key. */
export const pixabay = defineModule({
  name: "pixabay",
  description: "Free clips and photos of Pixabay for narrated videos.",
  title: "Pixabay",
  fills: ["stock"],
  keysAt: "https://pixabay.com/api/docs/",
  restartable: true,
  settings: Group({
    apiKey: ApiKey("PIXABAY_API_KEY", "Pixabay API key. Enables its clips in narrated videos."),
    baseUrl: Url("PIXABAY_URL", "URL of Pixabay's API.", "https://pixabay.com"),
  }),
  start({ settings: { apiKey, ...rest }, limits }) {
    if (!apiKey) return {};
    const limit = limits.define("pixabay", RATE.calls, RATE.perMs / 1000);
    return { engines: { stock: createLibrary({ apiKey, limit, ...rest }) } };
  },
});
