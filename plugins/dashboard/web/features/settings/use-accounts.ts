import { useQuery } from "@tanstack/react-query";
import { vireo } from "../../api";
import { keys } from "../../query-keys";

/** Reads the newest accounts, for selects. Only administrators may. */
export const useAccounts = (enabled = true) =>
  useQuery({ queryKey: keys.accountNames, queryFn: () => vireo.accounts.list({ pageSize: 100 }), enabled });

/** Looks up an account's name. Returns the ID if the account is not among the newest. */
export function useAccountNames(): (accountId: string) => string | undefined {
  const { data } = useAccounts();
  return (id) => data && (data.accounts.find(({ accountId }) => accountId === id)?.name ?? id);
}
