import type { BetterAuthOptions } from "better-auth";
import { newUuid } from "vireo/ids";
import type { Log } from "vireo/log";
import { getCookieName } from "./cookie";

/** Header that passes the network address to better-auth. */
export const ADDRESS = "x-vireo-address";
const DAY = 86_400;

interface Input {
  /** Secret that signs cookies. */
  secret: string;
  /** True for pages loaded over https. */
  secure: boolean;
  origin: string;
  sessionDays: number;
  log: Log;
}

/** Configures better-auth for our tables. It only manages sessions; sign-in.ts handles sign-in. */
export const buildAuthOptions = ({ secret, secure, origin, sessionDays, log }: Input): BetterAuthOptions => ({
  secret,
  baseURL: origin,
  telemetry: { enabled: false },
  logger: { level: "error", log: (_, message) => log.error("better-auth", { reason: message }) },
  user: {
    modelName: "people",
    fields: { emailVerified: "email_verified", createdAt: "created_at", updatedAt: "updated_at" },
    additionalFields: {
      accountId: { type: "string", fieldName: "account_id", input: false },
    },
  },
  account: {
    modelName: "people_credentials",
    fields: {
      userId: "person_id",
      providerId: "provider",
      accountId: "subject",
      createdAt: "created_at",
      updatedAt: "updated_at",
    },
  },
  session: {
    modelName: "people_sessions",
    fields: {
      userId: "person_id",
      ipAddress: "ip_address",
      userAgent: "user_agent",
      expiresAt: "expires_at",
      createdAt: "created_at",
      updatedAt: "updated_at",
    },
    expiresIn: Math.round(sessionDays * DAY),
    updateAge: Math.round(Math.min(1, sessionDays / 2) * DAY),
  },
  advanced: {
    useSecureCookies: false,
    cookies: { session_token: { name: getCookieName(secure), attributes: { secure, sameSite: "strict" } } },
    ipAddress: { ipAddressHeaders: [ADDRESS], ipv6Subnet: 128 },
    // Our migrations create the tables.
    database: { generateId: newUuid, validateSchema: false },
  },
});
