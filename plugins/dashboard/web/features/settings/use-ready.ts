import { useQuery } from "@tanstack/react-query";
import { type Ready, VireoError } from "vireo/client";
import { DASHBOARD_HEADER } from "../../first-responses";
import { keys } from "../../query-keys";

/** Reads the health of every component. Fetches directly, because a failed component answers 503 with the details. */
async function readHealth(): Promise<Ready> {
  const response = await fetch("/ready?verbose=1", { headers: DASHBOARD_HEADER }).catch(() => {
    throw new VireoError("network_error", "Can't reach the server.");
  });
  const answer = await response.json().catch(() => undefined);
  if (Array.isArray(answer?.checks)) return answer;
  throw new VireoError("unexpected_answer", answer?.detail ?? "The server returned no health checks.", {
    status: response.status,
  });
}

export const useReady = () => useQuery({ queryKey: keys.ready, queryFn: readHealth });
