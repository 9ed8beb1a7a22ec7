import type { Resource } from "./query-keys";

/** Tells the browser's other tabs which resources are stale, because the server's events don't cover all changes. */
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("vireo:changes") : undefined;

export const notifyTabs = (resources: readonly Resource[]): void => channel?.postMessage(resources);

/** Calls `onChange` with the resources that another tab changed. Returns a function that stops listening. */
export function listenToTabs(onChange: (resources: readonly Resource[]) => void): () => void {
  const listen = ({ data }: MessageEvent<readonly Resource[]>) => onChange(data);
  channel?.addEventListener("message", listen);
  return () => channel?.removeEventListener("message", listen);
}
