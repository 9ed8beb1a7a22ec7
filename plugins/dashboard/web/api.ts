import { QueryCache, QueryClient } from "@tanstack/react-query";
import { createClient, VireoError } from "vireo/client";

/** The API as the visitor who is signed in. */
export const vireo = createClient({ credentials: "session" });

/** What every page asks goes through here: kept for a while, asked again when an event tells of a change. */
export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error) {
      // The session has ended meanwhile: whoever asks who is signed in is told, and leads to the sign-in.
      if (error instanceof VireoError && error.status === 401) void queries.invalidateQueries({ queryKey: ["me"] });
    },
  }),
  defaultOptions: {
    queries: { staleTime: 10_000, retry: false, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});

/** A call to /auth, which the client of the API does not know. Throws a VireoError. */
export async function auth<T>(method: "GET" | "POST" | "DELETE", path: string, body?: object): Promise<T> {
  const response = await fetch(`/auth${path}`, {
    method,
    headers: { "x-vireo-dashboard": "1", ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch(() => {
    throw new VireoError("network_error", "The server cannot be reached.");
  });
  if (response.status === 204) return undefined as T;
  const answer = await response.json().catch(() => undefined);
  if (response.ok) return answer as T;
  const kind =
    String(answer?.type ?? "")
      .split("/")
      .at(-1) || "unexpected_answer";
  throw new VireoError(kind as VireoError["kind"], answer?.detail ?? "The server gave no reason.", {
    status: response.status,
    errors: answer?.errors,
    problem: answer,
  });
}
