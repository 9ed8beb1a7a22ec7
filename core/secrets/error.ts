/**
 * A stored secret cannot be used. The message tells the operator why and how to fix it.
 * @example
 * const opened = await Promise.try(() => context.secrets.open("…", "notes")).catch((error: unknown) => {
 *   if (error instanceof SecretError) return undefined;
 *   throw error;
 * });
 */
export class SecretError extends Error {
  override readonly name = "SecretError";
}
