/** Results of slow measurements, each of which is made once for all files of a render. */
export class Measured {
  readonly #results = new Map<string, Promise<unknown>>();

  /** Returns the result of an earlier call with this key, or measures. */
  once<T>(key: string, measure: () => Promise<T>): Promise<T> {
    const result = this.#results.get(key) ?? measure();
    this.#results.set(key, result);
    return result as Promise<T>;
  }
}
