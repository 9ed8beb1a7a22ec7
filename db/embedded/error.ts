/** The embedded database cannot be used. The message tells the operator why and how to fix it. */
export class EmbeddedError extends Error {
  override readonly name = "EmbeddedError";
}
