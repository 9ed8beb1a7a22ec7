/** No answer that could be read. The message holds no address and no key. */
export class NoAnswer extends Error {
  override name = "NoAnswer";
  /** True where it is certain that Postiz got nothing. */
  readonly isUnsent: boolean;
  constructor(message: string, isUnsent: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isUnsent = isUnsent;
  }
}
