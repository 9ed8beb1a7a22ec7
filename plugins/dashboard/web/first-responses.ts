/** Marks requests of the dashboard. Other sites can't send it. */
export const DASHBOARD_HEADER = { "x-vireo-dashboard": "1" };

export type FirstResponses = Map<string, Promise<Response>>;

declare global {
  interface Window {
    /** Responses to the requests of first-requests.ts, by their URL. */
    vireoFirst?: FirstResponses;
  }
}

/** Older responses are requested again, because somebody else may have opened the page since. */
const MAX_AGE_MS = 20_000;

/** The successful response to a request of first-requests.ts, once. Undefined if the request has to be made. */
export async function takeFirstResponse(url: string): Promise<Response | undefined> {
  const response = window.vireoFirst?.get(url);
  window.vireoFirst?.delete(url);
  const answer = performance.now() < MAX_AGE_MS ? await response?.catch(() => undefined) : undefined;
  return answer?.ok ? answer : undefined;
}
