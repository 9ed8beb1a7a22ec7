import { type ComponentType, lazy } from "react";

const loading = new Set<Promise<unknown>>();

/** Resolves when all scripts requested by `preload` have loaded or failed. */
export async function whenPreloaded(): Promise<void> {
  while (loading.size > 0) await Promise.allSettled(loading);
}

/** Resolves synchronously. For a promise, even a resolved one, React shows the fallback for up to 300 ms. */
const toResolved = <Value>(value: Value) =>
  // biome-ignore lint/suspicious/noThenProperty: stands in for a promise
  ({ then: (resolve: (value: Value) => void) => resolve(value) }) as unknown as Promise<Value>;

/** Like React's `lazy`, but renders a preloaded part without a fallback. */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let loaded: Awaited<ReturnType<typeof load>> | undefined;
  const loadOnce = async () => {
    loaded ??= await load();
    return loaded;
  };
  const Part = lazy(() => (loaded ? toResolved(loaded) : loadOnce())) as ComponentType<Props>;
  /** Starts loading. An error is thrown when the part is rendered. */
  const preload = (): void => {
    const script = loadOnce().catch(() => {});
    loading.add(script);
    void script.finally(() => loading.delete(script));
  };
  return Object.assign(Part, { preload });
}
