import { authPaths } from "../paths";

/** Of requests to /auth. Other sites can't send it. */
export const DASHBOARD_HEADER = { "x-vireo-dashboard": "1" };

/** The first request of pages that need a session. It is on its way while the scripts load. */
let first = Object.values<string>(authPaths).includes(location.pathname)
  ? undefined
  : fetch("/auth/me", { headers: DASHBOARD_HEADER });
first?.catch(() => {});

/** The response to the first request, for whoever asks first. Later, and without a connection, everybody asks anew. */
export async function takeFirstResponse(): Promise<Response | undefined> {
  const response = first;
  first = undefined;
  return response?.catch(() => undefined);
}
