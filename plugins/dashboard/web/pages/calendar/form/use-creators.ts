import { useQueries } from "@tanstack/react-query";
import type { SocialAccount } from "vireo/client";
import { vireo } from "../../../api";
import { type Creators, mergeCreators } from "./validate";

/** What TikTok says of the creators among these accounts, asked anew whenever a post is begun. */
export function useCreators(accounts: readonly SocialAccount[]) {
  const asked = useQueries({
    queries: accounts.map(({ accountId }) => ({
      queryKey: ["creator", accountId],
      queryFn: () => vireo.social.accounts.creatorInfo.get(accountId),
      staleTime: 30_000,
    })),
  });
  const failed = asked.find(({ error }) => error);
  const known = asked.flatMap(({ data }) => data ?? []);
  const creators: Creators | undefined =
    accounts.length > 0 && known.length === accounts.length ? mergeCreators(known) : undefined;
  return { creators, error: failed?.error, retry: () => Promise.all(asked.map(({ refetch }) => refetch())) };
}
