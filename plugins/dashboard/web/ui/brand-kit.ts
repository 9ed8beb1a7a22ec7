import { useQuery } from "@tanstack/react-query";
import type { BrandKit } from "vireo/client";
import { vireo } from "../api";
import { keys } from "../query-keys";
import { useCan } from "../session";

const NO_KIT: BrandKit = {};

/** The account's brand kit: empty without one or without the scope, undefined while it loads. */
export function useBrandKit(): BrandKit | undefined {
  const canRead = useCan("content:read");
  const { data, isLoading } = useQuery({
    queryKey: keys.brandKit,
    queryFn: () => vireo.brandKit.get(),
    enabled: canRead,
    staleTime: 60_000,
  });
  return data ?? (isLoading ? undefined : NO_KIT);
}

/** "engine:id", as requests and the voice field have it. */
export const toVoiceName = ({ voice }: BrandKit): string => (voice ? `${voice.engine}:${voice.id}` : "");
