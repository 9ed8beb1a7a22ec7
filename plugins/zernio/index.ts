import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { createProvider } from "./provider";
import { webhookRoutes } from "./webhook";

const secret = (env: string, description: string) =>
  Type.Optional(
    Type.String({
      minLength: 8,
      maxLength: 500,
      pattern: "^[!-~]+$",
      secret: true,
      expected: "8 to 500 printable characters without spaces",
      env,
      description,
    }),
  );
const profile = { minLength: 1, maxLength: 100 };

/** Zernio (formerly Late) as the scheduling provider; without a key it offers nothing. */
export const zernio = defineModule({
  name: "zernio",
  description: "Publishes to TikTok, Instagram and YouTube through Zernio.",
  settings: Type.Object(
    {
      apiKey: secret("ZERNIO_API_KEY", "Zernio's API key; without one Zernio is not used."),
      lateApiKey: secret("LATE_API_KEY", "The same by its older name, where apiKey is not set."),
      baseUrl: Type.String({
        default: "https://zernio.com/api",
        pattern: "^https?://[^/?#@]+(/[^?#]*)?$",
        expected: "an address such as https://zernio.com/api",
        env: "ZERNIO_URL",
        description: "Where Zernio's API is.",
      }),
      webhookSecret: secret(
        "ZERNIO_WEBHOOK_SECRET",
        "Secret of Zernio's webhooks; with it they are received at /open/zernio.",
      ),
      profileId: Type.Optional(
        Type.String({ ...profile, env: "ZERNIO_PROFILE_ID", description: "Only accounts of this Zernio profile." }),
      ),
      profiles: Type.Record(Type.String(), Type.String(profile), {
        default: {},
        description:
          "Zernio profiles by Vireo account ({ account id: profile id }): each account then has its own profile's social accounts, and one that is not named has none.",
      }),
      requestsPerMinute: Type.Integer({
        default: 60,
        minimum: 3,
        maximum: 100_000,
        env: "ZERNIO_REQUESTS_PER_MINUTE",
        description:
          "Requests a minute that the Zernio plan allows (Free 60, Build 120, Accelerate 600, Unlimited 1200).",
      }),
      callSeconds: Type.Integer({
        default: 180,
        minimum: 5,
        maximum: 290,
        description: "Longest wait for a publish call, seconds: Zernio answers when the platform has.",
      }),
    },
    { additionalProperties: false, default: {} },
  ),
  uses: ["social"],
  start({ settings, services }) {
    const { webhookSecret, lateApiKey, apiKey = lateApiKey, ...options } = settings;
    if (!apiKey) return {};
    const hint = async ({ targetId }: { targetId?: string }) => {
      if (targetId) await services.social?.readSoon(targetId);
    };
    return {
      engines: { social: createProvider({ ...options, apiKey }) },
      ...(webhookSecret ? { open: webhookRoutes({ secret: webhookSecret, hint }) } : {}),
    };
  },
});
