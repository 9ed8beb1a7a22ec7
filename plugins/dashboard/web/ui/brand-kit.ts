import { useQuery } from "@tanstack/react-query";
import type { BrandKit } from "vireo/client";
import { vireo } from "../api";
import { keys } from "../query-keys";
import { useCan } from "../session";

const NO_KIT: BrandKit = {};

/** Reads the account's brand kit. Empty if there is none or the scope is missing, undefined while loading. */
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

/** Formats the voice as "engine:id", as in requests and the voice field. */
export const toVoiceName = ({ voice }: BrandKit): string => (voice ? `${voice.engine}:${voice.id}` : "");
