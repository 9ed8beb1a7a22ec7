import { useQuery } from "@tanstack/react-query";
import { vireo } from "../../api";
import { keys } from "../../query-keys";

/** The newest accounts, for selects. */
export const useAccounts = () =>
  useQuery({ queryKey: keys.accountNames, queryFn: () => vireo.accounts.list({ pageSize: 100 }) });

/** Looks up an account's name. Returns the id for an account that is not among the newest. */
export function useAccountNames(): (accountId: string) => string | undefined {
  const { data } = useAccounts();
  return (accountId) => data && (data.accounts.find((one) => one.accountId === accountId)?.name ?? accountId);
}
