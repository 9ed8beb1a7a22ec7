/** A stored secret cannot be used. The message tells the operator why and what to do. */
export class SecretError extends Error {
  override readonly name = "SecretError";
}
