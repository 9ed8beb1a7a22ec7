import { useQuery } from "@tanstack/react-query";
import { vireo } from "../../api";

/** The newest accounts, for choosing one. */
export const useAccounts = () =>
  useQuery({ queryKey: ["credits", "accounts", "newest"], queryFn: () => vireo.accounts.list({ pageSize: 100 }) });

/** An account's name; its id where it is an old one among very many. */
export function useAccountNames(): (accountId: string) => string | undefined {
  const { data } = useAccounts();
  return (accountId) => data && (data.accounts.find((one) => one.accountId === accountId)?.name ?? accountId);
}
