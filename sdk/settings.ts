/**
 * Settings that many plug-ins have. `env` is the environment variable that sets one. Wrap one in Type.Optional if it has no
 * `fallback`.
 */
import { Type } from "@sinclair/typebox";

export { Group } from "#core/config/settings";

const withoutSpaces = { maxLength: 500, pattern: "^[!-~]+$", expected: "1 to 500 printable characters without spaces" };

/** API key, token or client secret of a vendor. Without one, the plug-in does nothing. */
export const ApiKey = (env: string, description: string) =>
  Type.Optional(Type.String({ ...withoutSpaces, secret: true, editable: true, env, description }));

/** ID of the operator's own app at a platform. */
export const ClientId = (env: string, description: string) =>
  Type.Optional(Type.String({ ...withoutSpaces, editable: true, env, description }));

const withFallback = (fallback: string | undefined) => (fallback === undefined ? {} : { default: fallback });

/** URL of a vendor's API or of a server. */
export const Url = (env: string, description: string, fallback?: string) =>
  Type.String({
    pattern: "^https?://[^/?#@\\s]+(/[^?#\\s]*)?$",
    ...withFallback(fallback),
    env,
    expected: "an http(s) address",
    description,
  });

/** Name of a model or of a voice. */
export const Name = (env: string, description: string, fallback?: string) =>
  Type.String({ minLength: 1, maxLength: 200, ...withFallback(fallback), env, description });

/** Time limit of one response. */
export const TimeoutSeconds = (env: string, description: string) =>
  Type.Integer({ minimum: 5, maximum: 3600, default: 300, env, description });
