import { useQueries } from "@tanstack/react-query";
import type { SocialAccount } from "vireo/client";
import { vireo } from "../../../api";
import { keys } from "../../../query-keys";
import { type Creators, mergeCreators } from "./validate";

/** Reads the TikTok settings of the selected creators. TikTok requires current ones for every post. */
export function useCreators(accounts: readonly SocialAccount[]) {
  const queries = useQueries({
    queries: accounts.map(({ accountId }) => ({
      queryKey: keys.creator(accountId),
      queryFn: () => vireo.social.accounts.creatorInfo.get(accountId),
      staleTime: 30_000,
    })),
  });
  const loaded = queries.flatMap(({ data }) => data ?? []);
  const creators: Creators | undefined =
    accounts.length > 0 && loaded.length === accounts.length ? mergeCreators(loaded) : undefined;
  return {
    creators,
    error: queries.find(({ error }) => error)?.error,
    retry: () => Promise.all(queries.map(({ refetch }) => refetch())),
  };
}
