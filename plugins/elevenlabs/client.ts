import { createVendor, type Vendor } from "vireo/vendor";

export interface ClientOptions {
  apiKey: string;
  baseUrl: string;
}

interface Detail {
  status?: unknown;
  code?: unknown;
  message?: unknown;
}

/** Returns ElevenLabs' reason for an error in `detail`: a text, an object, or a list of problems by field. */
function getDetail(json: unknown): Detail | undefined {
  const { detail } = (json ?? {}) as { detail?: unknown };
  if (typeof detail === "string") return { message: detail };
  return typeof detail === "object" && detail && !Array.isArray(detail) ? (detail as Detail) : undefined;
}

/** Internal status for a text that violates the content policy. */
const MODERATED = 597;

/** The reason is more specific than the status: 401 can also mean an exhausted quota. */
function getStatus(json: unknown): number | undefined {
  const { status, code } = getDetail(json) ?? {};
  const reason = `${status ?? ""} ${code ?? ""}`;
  if (/quota_exceeded|insufficient_credits|payment_required/.test(reason)) return 402;
  if (/content_against_policy|moderation|blocked_content|unsafe/.test(reason)) return MODERATED;
  return undefined;
}

export const createClient = ({ apiKey, baseUrl }: ClientOptions): Vendor =>
  createVendor({
    title: "ElevenLabs",
    baseUrl,
    headers: { "xi-api-key": apiKey },
    secrets: [apiKey],
    keyName: "ELEVENLABS_API_KEY",
    getStatus,
    getErrorMessage: (json) => {
      const { message } = getDetail(json) ?? {};
      return typeof message === "string" ? message : undefined;
    },
    codes: { [MODERATED]: "moderated" },
  });
