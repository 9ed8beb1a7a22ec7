import { useQuery } from "@tanstack/react-query";
import type { Model } from "vireo/client";
import { vireo } from "../api";

/** What one call of an operation costs, in words; undefined while that is not known. */
export function usePrices() {
  const { data } = useQuery({
    queryKey: ["pricing"],
    queryFn: () => vireo.credits.pricing.get(),
    staleTime: 3_600_000,
  });
  const words = (credits: number) =>
    data?.unlimited ? "No charge" : `About ${credits.toLocaleString()} ${credits === 1 ? "credit" : "credits"}`;
  return {
    ofCall(operation: string): string | undefined {
      const price = data?.prices.find((one) => one.operation === operation);
      return price && words(price.credits);
    },
    /** `units`: seconds of a video, else 1. */
    ofModel: (model: Model | undefined, units: number): string | undefined =>
      data && model?.price ? words(Math.ceil(model.price.credits * units)) : undefined,
  };
}

/** The models of a kind, the default first. */
export function useModels(kind: string): readonly Model[] | undefined {
  const { data } = useQuery({ queryKey: ["models"], queryFn: () => vireo.models.list(), staleTime: 3_600_000 });
  return data?.models.filter((model) => model.kind === kind);
}
