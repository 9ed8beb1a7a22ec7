import { useQuery } from "@tanstack/react-query";
import { vireo } from "../../api";
import { keys } from "../../query-keys";

/** Reads the newest accounts, for selects. */
export const useAccounts = () =>
  useQuery({ queryKey: keys.accountNames, queryFn: () => vireo.accounts.list({ pageSize: 100 }) });

/** Looks up an account's name. Returns the ID if the account is not among the newest. */
export function useAccountNames(): (accountId: string) => string | undefined {
  const { data } = useAccounts();
  return (id) => data && (data.accounts.find(({ accountId }) => accountId === id)?.name ?? id);
}
