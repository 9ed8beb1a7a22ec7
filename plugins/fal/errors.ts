import { EngineError } from "vireo/engine";
import { isModeration } from "vireo/hosted/moderation";

interface Detail {
  loc?: unknown;
  msg?: unknown;
  type?: unknown;
}

interface ErrorDetail {
  error?: unknown;
  message?: unknown;
  msg?: unknown;
}

/** The object that some errors have as `detail`, such as `{"error": "EndpointDeprecated"}`. */
function getErrorDetail(json: unknown): ErrorDetail | undefined {
  const { detail } = (json ?? {}) as { detail?: unknown };
  return typeof detail === "object" && detail && !Array.isArray(detail) ? detail : undefined;
}

/** The EngineError code that an error names itself. */
export const getCode = (json: unknown): string | undefined =>
  getErrorDetail(json)?.error === "EndpointDeprecated" ? "provider_model_retired" : undefined;

/**
 * Returns the `detail` of an error: a text, an object, or a list of problems by field. Undefined if it is missing.
 */
export function getDetail(json: unknown): string | undefined {
  const { detail } = (json ?? {}) as { detail?: unknown };
  if (typeof detail === "string") return detail;
  const { error, message, msg } = getErrorDetail(json) ?? {};
  const texts = [error, message, msg].filter((text) => typeof text === "string" && text !== "");
  if (texts.length > 0) return texts.join(": ");
  if (!Array.isArray(detail)) return undefined;
  return detail
    .map(({ loc, msg, type }: Detail) => {
      const field = Array.isArray(loc) ? loc.filter((step) => step !== "body").join(".") : "";
      return `${field ? `${field}: ` : ""}${String(msg ?? "")}${type ? ` (${String(type)})` : ""}`;
    })
    .join("; ");
}

/** Returns the more specific code, if only the message reveals it. */
export function refineError(error: unknown): unknown {
  if (!(error instanceof EngineError)) return error;
  const { code, message } = error;
  if (code === "provider_rejected" && isModeration(message)) return new EngineError("moderated", message);
  if (code === "provider_unauthorized" && /balance|locked|top up|credit/i.test(message))
    return new EngineError("provider_out_of_credit", message);
  return error;
}
