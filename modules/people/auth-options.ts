import type { BetterAuthOptions } from "better-auth";
import { newUuid } from "vireo/ids";
import type { Log } from "vireo/log";
import { cookieName } from "./cookie";
import { hashPassword, verifyPassword } from "./passwords";

/** The header in which better-auth is told the network address. */
export const ADDRESS = "x-vireo-address";
const DAY = 86_400;

interface Input {
  /** What cookies are signed with. */
  secret: string;
  /** For pages that were loaded by https. */
  secure: boolean;
  origin: string;
  sessionDays: number;
  log: Log;
}

/** better-auth on our tables, with e-mail and password alone; nobody signs up by themselves. */
export const authOptions = ({ secret, secure, origin, sessionDays, log }: Input): BetterAuthOptions => ({
  secret,
  baseURL: origin,
  telemetry: { enabled: false },
  logger: { level: "error", log: (_, message) => log.error("better-auth", { reason: message }) },
  emailAndPassword: {
    enabled: true,
    disableSignUp: true,
    // Our own schemas have the rules, and count characters.
    minPasswordLength: 1,
    maxPasswordLength: 1000,
    password: { hash: hashPassword, verify: verifyPassword },
  },
  user: {
    modelName: "people",
    fields: { emailVerified: "email_verified", createdAt: "created_at", updatedAt: "updated_at" },
    additionalFields: {
      accountId: { type: "string", fieldName: "account_id", input: false },
      role: { type: "string", input: false },
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
    cookies: { session_token: { name: cookieName(secure), attributes: { secure, sameSite: "strict" } } },
    ipAddress: { ipAddressHeaders: [ADDRESS], ipv6Subnet: 128 },
    // The tables are made by our migrations, and only those that are used.
    database: { generateId: newUuid, validateSchema: false },
  },
});
