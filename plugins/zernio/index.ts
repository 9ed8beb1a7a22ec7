import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { ApiKey, Group, Name, Url } from "vireo/settings";
import { createProvider } from "./provider";
import { webhookRoutes } from "./webhook";

/** Publishes through Zernio (formerly Late). Requires a key. */
export const zernio = defineModule({
  name: "zernio",
  description: "Publishes to TikTok, Instagram, YouTube, LinkedIn, Facebook, X and other platforms through Zernio.",
  title: "Zernio",
  fills: ["social"],
  keysAt: "https://zernio.com/dashboard/api-keys",
  restartable: true,
  settings: Group({
    apiKey: ApiKey("ZERNIO_API_KEY", "Zernio API key. Enables publishing through Zernio."),
    lateApiKey: ApiKey("LATE_API_KEY", "Former name of apiKey, used if apiKey is not set."),
    baseUrl: Url("ZERNIO_URL", "URL of Zernio's API.", "https://zernio.com/api"),
    webhookSecret: ApiKey(
      "ZERNIO_WEBHOOK_SECRET",
      "Secret of Zernio's webhooks. Enables POST /open/zernio to receive them.",
    ),
    profileId: Type.Optional(Name("ZERNIO_PROFILE_ID", "Limits social accounts to this Zernio profile.")),
    profiles: Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 200 }), {
      default: {},
      description:
        "Zernio profiles by Vireo account ({ account id: profile id }). Each account then only has the social accounts of its own profile, and unlisted accounts have none.",
    }),
    requestsPerMinute: Type.Integer({
      default: 60,
      minimum: 3,
      maximum: 100_000,
      env: "ZERNIO_REQUESTS_PER_MINUTE",
      description:
        "Requests per minute that Zernio allows, by the number of connected accounts: 60 for up to 2, 600 for up to 2000, 1200 for more.",
    }),
    callSeconds: Type.Integer({
      default: 180,
      minimum: 5,
      maximum: 290,
      description: "Time limit of a publish call, in seconds. Zernio responds after the platform has responded.",
    }),
  }),
  uses: ["social"],
  start({ settings, services, now }) {
    const { webhookSecret, lateApiKey, apiKey = lateApiKey, ...options } = settings;
    if (!apiKey) return {};
    const hint = async ({ targetId }: { targetId?: string }) => {
      if (targetId) await services.social?.readSoon(targetId);
    };
    return {
      engines: { social: createProvider({ ...options, apiKey, now }) },
      open: webhookSecret ? webhookRoutes({ secret: webhookSecret, hint }) : undefined,
    };
  },
});
