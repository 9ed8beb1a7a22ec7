import { useQuery } from "@tanstack/react-query";
import type { Font } from "vireo/client";
import { vireo } from "../api";
import { keys } from "../query-keys";
import { useCan } from "../session";

const NONE: readonly Font[] = [];

/** Reads the account's fonts, sorted by name. Empty while loading and without the scope. */
export function useFonts(): readonly Font[] {
  const canRead = useCan("content:read");
  const { data } = useQuery({
    queryKey: keys.fonts,
    queryFn: async () => (await vireo.fonts.list()).fonts,
    enabled: canRead,
    staleTime: 60_000,
  });
  return data ?? NONE;
}

/** Lists fonts for a select, the account's own first. Includes `value` if it is none of them. */
export function toFontOptions(fonts: readonly Font[], families: readonly string[], value: string | null = null) {
  const own = fonts.map(({ fontId, name }) => ({ value: fontId, label: name }));
  const all = [...own.map((option) => option.value), ...families];
  const builtIn = value && !all.includes(value) ? [...families, value] : [...families];
  return own.length > 0
    ? [
        { group: "Your fonts", items: own },
        { group: "Built in", items: builtIn },
      ]
    : builtIn;
}
