import { type Composition, measureComposition } from "vireo/captions/changes";
import { countColours } from "./colours";
import { type Band, textBands } from "./lettering";

/** Measurements of one frame. */
export interface Picture extends Omit<Composition, "luma"> {
  /** Fractions of the colours, see `countColours`. */
  colours: Float64Array;
  bands: Band[];
}

export function measurePicture(rgb: Uint8Array, width: number, height: number): Picture {
  const { luma, ...composition } = measureComposition(rgb, 3, width, height);
  return { ...composition, colours: countColours(rgb), bands: textBands(luma, width, height) };
}
