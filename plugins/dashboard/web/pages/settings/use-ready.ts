import { useQuery } from "@tanstack/react-query";
import { type Ready, VireoError } from "vireo/client";

/** How every part of the server is, for administrators. A part that is down is an answer (503), not an error. */
async function ask(): Promise<Ready> {
  const response = await fetch("/ready?verbose=1", { headers: { "x-vireo-dashboard": "1" } }).catch(() => {
    throw new VireoError("network_error", "The server cannot be reached.");
  });
  const answer = await response.json().catch(() => undefined);
  if (Array.isArray(answer?.checks)) return answer;
  throw new VireoError("unexpected_answer", answer?.detail ?? "The server does not say how it is.", {
    status: response.status,
  });
}

export const useReady = () => useQuery({ queryKey: ["ready"], queryFn: ask });
