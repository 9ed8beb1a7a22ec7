/** Marks requests of the dashboard. Other sites can't send this header. */
export const DASHBOARD_HEADER = { "x-vireo-dashboard": "1" };

export type FirstResponses = Map<string, Promise<Response>>;

declare global {
  interface Window {
    /** Responses to the requests of first-requests.ts, by their URL. */
    vireoFirst?: FirstResponses;
  }
}

/** Later, requests are made again, because the data may have changed. */
const MAX_AGE_MS = 20_000;

/** Returns the response to a request of first-requests.ts, once. Undefined if it failed, is too old or was not made. */
export async function takeFirstResponse(url: string): Promise<Response | undefined> {
  const pending = window.vireoFirst?.get(url);
  window.vireoFirst?.delete(url);
  const response = performance.now() < MAX_AGE_MS ? await pending?.catch(() => undefined) : undefined;
  return response?.ok ? response : undefined;
}
