import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { createClient, VireoError } from "vireo/client";
import { keys } from "./query-keys";
import { leaveWorkspace, sessionHeaders } from "./workspace";

/** API client that uses the visitor's session. */
export const vireo = createClient({ credentials: "session", headers: sessionHeaders });

/**
 * Reads the session again after a 401. Without one, the dashboard redirects to the sign-in page. Starts again in another
 * workspace if the person no longer belongs to this one.
 */
export function handleRefusal(error: unknown): void {
  if (!(error instanceof VireoError)) return;
  if (error.status === 401) void queries.invalidateQueries({ queryKey: keys.me });
  if (error.kind === "account_mismatch") {
    leaveWorkspace();
    location.replace("/");
  }
}

const BUSY_MS = 5_000;
const MAX_TRIES = 12;
/** Reads that are rate-limited, or whose response is lost, are retried here. The client retries other errors itself. */
const isPassing = (tries: number, error: unknown): boolean =>
  error instanceof VireoError &&
  ((error.status === 429 && tries < MAX_TRIES) || (error.kind === "timeout" && tries < 2));

export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: handleRefusal }),
  mutationCache: new MutationCache({ onError: handleRefusal }),
  defaultOptions: {
    queries: { staleTime: 10_000, retry: isPassing, retryDelay: BUSY_MS, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});

/** For data that changes only with the server's configuration. */
export const HOUR_MS = 3_600_000;

/** Calls an /auth endpoint, which the API client does not cover. Throws VireoError. */
export async function auth<T>(method: "GET" | "POST" | "DELETE", path: string, body?: object): Promise<T> {
  const response = await fetch(`/auth${path}`, {
    method,
    headers: { ...sessionHeaders, ...(body ? { "content-type": "application/json" } : {}) },
    body: body ? JSON.stringify(body) : undefined,
  }).catch(() => {
    throw new VireoError("network_error", "Can't reach the server.");
  });
  if (response.status === 204) return undefined as T;
  const data = await response.json().catch(() => undefined);
  if (response.ok) return data as T;
  const kind =
    String(data?.type ?? "")
      .split("/")
      .at(-1) || "unexpected_answer";
  throw new VireoError(kind as VireoError["kind"], data?.detail ?? `The server returned status ${response.status}.`, {
    status: response.status,
    retryAfter: Number(response.headers.get("retry-after")) || undefined,
    errors: data?.errors,
    problem: data,
  });
}
