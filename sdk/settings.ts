/**
 * Settings that many plug-ins have. `env` is the environment variable that sets one. Wrap one in Type.Optional if it has no
 * `fallback`.
 */
import { Type } from "@sinclair/typebox";

export { Group } from "#core/config/settings";

const withoutSpaces = { maxLength: 500, pattern: "^[!-~]+$", expected: "1 to 500 printable characters without spaces" };

/**
 * API key, token or client secret of a vendor, optional. Without one, the plug-in does nothing. Its value is a secret, and
 * administrators can also set it in the dashboard.
 * @param env environment variable that sets it
 * @example
 * const settings = Group({ apiKey: ApiKey("ACME_KEY", "Acme API key. Enables its models.") });
 */
export const ApiKey = (env: string, description: string) =>
  Type.Optional(Type.String({ ...withoutSpaces, secret: true, editable: true, env, description }));

/**
 * ID of the operator's own app at a platform, optional.
 * @param env environment variable that sets it
 * @example
 * const settings = Group({ clientId: ClientId("ACME_CLIENT_ID", "Client ID of your Acme app.") });
 */
export const ClientId = (env: string, description: string) =>
  Type.Optional(Type.String({ ...withoutSpaces, editable: true, env, description }));

const withFallback = (fallback: string | undefined) => (fallback === undefined ? {} : { default: fallback });

/**
 * URL of a vendor's API or of a server, without query and credentials.
 * @param env environment variable that sets it
 * @param fallback default
 * @example Url("ACME_URL", "URL of Acme's API.", "https://api.acme.example").default; // "https://api.acme.example"
 */
export const Url = (env: string, description: string, fallback?: string) =>
  Type.String({
    pattern: "^https?://[^/?#@\\s]+(/[^?#\\s]*)?$",
    ...withFallback(fallback),
    env,
    expected: "an http(s) address",
    description,
  });

/**
 * Name of a model or of a voice, 1 to 200 characters.
 * @param env environment variable that sets it
 * @param fallback default
 * @example Name("ACME_VOICE", "Voice of the speech.", "anna").default; // "anna"
 */
export const Name = (env: string, description: string, fallback?: string) =>
  Type.String({ minLength: 1, maxLength: 200, ...withFallback(fallback), env, description });

/**
 * Time limit of one response, 5 to 3600 seconds. Default 300.
 * @param env environment variable that sets it
 * @example TimeoutSeconds("ACME_TIMEOUT", "Time limit of one response, in seconds.").default; // 300
 */
export const TimeoutSeconds = (env: string, description: string) =>
  Type.Integer({ minimum: 5, maximum: 3600, default: 300, env, description });
