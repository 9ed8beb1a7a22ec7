import { defineModule } from "vireo/module";
import { ApiKey, Group, Url } from "vireo/settings";
import { HeygenClient } from "./client";
import { createTalker } from "./talker";

/** Videos of speaking people by HeyGen: its avatars, or portraits. Requires a key. */
export const heygen = defineModule({
  name: "heygen",
  description: "Videos of speaking people by HeyGen.",
  title: "HeyGen",
  fills: ["talk"],
  keysAt: "https://app.heygen.com/settings",
  restartable: true,
  settings: Group({
    apiKey: ApiKey("HEYGEN_API_KEY", "HeyGen API key. Enables videos of speaking people."),
    baseUrl: Url("HEYGEN_URL", "URL of HeyGen's API.", "https://api.heygen.com"),
  }),
  start: ({ settings: { apiKey, ...rest } }) =>
    apiKey ? { engines: { talk: createTalker(new HeygenClient({ apiKey, ...rest })) } } : {},
});
