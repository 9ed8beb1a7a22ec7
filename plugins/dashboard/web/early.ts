import { authPaths } from "../paths";

/** Of requests to /auth. Other sites can't send it. */
export const DASHBOARD_HEADER = { "x-vireo-dashboard": "1" };

let first: Promise<Response> | undefined;

/** Asks who is signed in, on pages that need a session. The request is on its way while the scripts load. */
export function askFirst(): void {
  if (Object.values<string>(authPaths).includes(location.pathname)) return;
  first = fetch("/auth/me", { headers: DASHBOARD_HEADER });
  first.catch(() => {});
}

/** The response to the first request, used once. Later calls send a request of their own, also after a failed connection. */
export async function takeFirstResponse(): Promise<Response | undefined> {
  const response = first;
  first = undefined;
  return response?.catch(() => undefined);
}
