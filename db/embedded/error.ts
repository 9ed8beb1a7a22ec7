/** The embedded database cannot be used. The message tells the operator why and what to do. */
export class EmbeddedError extends Error {
  override readonly name = "EmbeddedError";
}
