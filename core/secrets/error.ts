/** A stored secret cannot be used. The message tells the operator why and how to fix it. */
export class SecretError extends Error {
  override readonly name = "SecretError";
}
