import type { Resource } from "./query-keys";

/** Tells the browser's other tabs which resources a change made stale. The server's events do not cover all of them. */
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("vireo:changes") : undefined;

export const tellTabs = (resources: readonly Resource[]): void => channel?.postMessage(resources);

/** Calls `onChange` with the resources that another tab changed. Returns a function that stops it. */
export function listenToTabs(onChange: (resources: readonly Resource[]) => void): () => void {
  const listen = ({ data }: MessageEvent<readonly Resource[]>) => onChange(data);
  channel?.addEventListener("message", listen);
  return () => channel?.removeEventListener("message", listen);
}
