/** The embedded database cannot be used as things are. The message says why and what to do, for the operator to read. */
export class EmbeddedError extends Error {
  override readonly name = "EmbeddedError";
}
