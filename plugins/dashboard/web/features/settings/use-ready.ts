import { useQuery } from "@tanstack/react-query";
import { type Ready, VireoError } from "vireo/client";
import { DASHBOARD_HEADER } from "../../api";
import { keys } from "../../query-keys";

/** Reads the health of every component. Doesn't use the client, because the response has details even with status 503. */
async function readHealth(): Promise<Ready> {
  const response = await fetch("/ready?verbose=1", { headers: DASHBOARD_HEADER }).catch(() => {
    throw new VireoError("network_error", "Can't reach the server.");
  });
  const body = await response.json().catch(() => undefined);
  if (Array.isArray(body?.checks)) return body;
  throw new VireoError("unexpected_answer", body?.detail ?? "The server returned no health checks.", {
    status: response.status,
  });
}

export const useReady = () => useQuery({ queryKey: keys.ready, queryFn: readHealth });
