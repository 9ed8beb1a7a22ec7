import { useEffect, useMemo, useState } from "react";
import { createTextMeasure, getFace, loadFaces, type TextMeasure } from "./fonts/index";

/** Measures text in a font, again once the fonts are loaded. */
export function useTextMeasure(family: string, weight: number): TextMeasure {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    void loadFaces().then(() => setLoaded(true));
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: widths change when the fonts are loaded
  return useMemo(() => createTextMeasure(getFace(family, weight)), [family, weight, isLoaded]);
}
