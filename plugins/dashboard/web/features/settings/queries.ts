import { queryOptions, useQuery } from "@tanstack/react-query";
import { type Ready, VireoError } from "vireo/client";
import { auth, HOUR_MS, vireo } from "../../api";
import { keys } from "../../query-keys";
import { sessionHeaders } from "../../workspace";

interface SignInMethods {
  password: boolean;
  oidc: boolean;
  twoFactor: boolean;
  recoveryCodes: number;
}

/** How the signed-in person can sign in. */
export const methodsQuery = queryOptions({
  queryKey: keys.signInMethods,
  queryFn: () => auth<SignInMethods>("GET", "/methods"),
});

/** Reads the newest accounts, for selects. Only administrators may. */
export const useAccounts = (enabled = true) =>
  useQuery({ queryKey: keys.accountNames, queryFn: () => vireo.accounts.list({ pageSize: 100 }), enabled });

/** Looks up an account's name. Returns the ID if the account is not among the newest. */
export function useAccountNames(): (accountId: string) => string | undefined {
  const { data } = useAccounts();
  return (id) => data && (data.accounts.find(({ accountId }) => accountId === id)?.name ?? id);
}

export const useModules = () =>
  useQuery({ queryKey: keys.modules, queryFn: () => vireo.modules.list(), staleTime: HOUR_MS });

/** Reads the settings of all vendors. */
export const useVendors = () => useQuery({ queryKey: keys.vendors, queryFn: () => vireo.settings.list() });

/** Reads the health of every component. Doesn't use the client, because the response has details even with status 503. */
async function readHealth(): Promise<Ready> {
  const response = await fetch("/ready?verbose=1", { headers: sessionHeaders }).catch(() => {
    throw new VireoError("network_error", "Can't reach the server.");
  });
  const body = await response.json().catch(() => undefined);
  if (Array.isArray(body?.checks)) return body;
  throw new VireoError("unexpected_answer", body?.detail ?? "The server returned no health checks.", {
    status: response.status,
  });
}

export const useReady = () => useQuery({ queryKey: keys.ready, queryFn: readHealth });
