import { useQuery } from "@tanstack/react-query";
import type { Model } from "vireo/client";
import { HOUR_MS, vireo } from "../api";
import { keys } from "../query-keys";
import { useBalance } from "./balance";
import { pluralise } from "./numbers";

export const usePricing = () =>
  useQuery({ queryKey: keys.pricing, queryFn: () => vireo.credits.pricing.get(), staleTime: HOUR_MS });

/** Formats prices, such as "About 6 credits". Undefined until they are loaded. */
export function usePrices() {
  const { data } = usePricing();
  const balance = useBalance()?.balance;
  const describe = (credits: number) => {
    if (data?.unlimited) return "No charge";
    const price = `About ${pluralise(credits, "credit")}`;
    return balance !== undefined && balance < credits ? `${price}, but ${balance.toLocaleString()} left` : price;
  };
  return {
    ofCredits: describe,
    ofCall(operation: string): string | undefined {
      const price = data?.prices.find((price) => price.operation === operation);
      return price && describe(price.credits);
    },
    /** The total price of several operations. Undefined if one of them has none. */
    ofCalls(operations: readonly string[]): string | undefined {
      const prices = operations.map((name) => data?.prices.find(({ operation }) => operation === name)?.credits);
      if (prices.length === 0 || prices.includes(undefined)) return undefined;
      return describe(prices.reduce((sum: number, credits = 0) => sum + credits, 0));
    },
    /** `units`: seconds of a video, otherwise 1. */
    ofModel: (model: Model | undefined, units: number): string | undefined =>
      data && model?.price ? describe(Math.ceil(model.price.credits * units)) : undefined,
  };
}

export const useAllModels = () =>
  useQuery({ queryKey: keys.models, queryFn: () => vireo.models.list(), staleTime: HOUR_MS });

/** Lists the models of a kind, the default first. */
export const useModels = (kind: string): readonly Model[] | undefined =>
  useAllModels().data?.models.filter((model) => model.kind === kind);

/** Reads the API versions. */
export const useVersions = () =>
  useQuery({ queryKey: keys.versions, queryFn: () => vireo.versions.list(), staleTime: HOUR_MS });

/** True if an engine can transcribe speech. */
export function useCanTranscribe(): boolean {
  const { data = false } = useQuery({
    queryKey: [...keys.readyChecks, "transcribe"],
    queryFn: async () => (await vireo.ready.get()).checks.some(({ name }) => name.startsWith("transcribe:")),
    staleTime: HOUR_MS,
  });
  return data;
}
