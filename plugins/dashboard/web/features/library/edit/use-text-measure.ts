import { useEffect, useMemo, useState } from "react";
import { useFonts } from "../../../ui/fonts";
import { createTextMeasure, type Face, type FontChoice, getFace, loadFaces, loadOwnFaces } from "./fonts/index";

/** Selects the face of a font. Renders again when the font files are loaded. */
export function useFace({ family, weight, standIn }: FontChoice): { face: Face; isLoaded: boolean } {
  const fonts = useFonts();
  const [loaded, setLoaded] = useState<readonly unknown[]>();
  useEffect(() => {
    let isCurrent = true;
    void Promise.all([loadFaces(), loadOwnFaces(fonts)]).then(() => isCurrent && setLoaded(fonts));
    return () => {
      isCurrent = false;
    };
  }, [fonts]);
  const face = useMemo(() => getFace({ family, weight, standIn }, fonts), [family, weight, standIn, fonts]);
  return { face, isLoaded: loaded === fonts };
}

/** Measures texts in a font, and measures again once the font files are loaded. */
export function useTextMeasure(choice: FontChoice) {
  const { face, isLoaded } = useFace(choice);
  // biome-ignore lint/correctness/useExhaustiveDependencies: widths change when the fonts are loaded
  const measure = useMemo(() => createTextMeasure(face), [face, isLoaded]);
  return { face, measure, isLoaded };
}
