/** Addresses of places. */
import { addresses, NAME, placeLead } from "./languages/facts";

export const isPlace = (piece: string): boolean =>
  addresses.some((pattern) => pattern.test(piece.replace(placeLead, "")));
/** The rest of an address: "Portland", "OR 97205", "Leeds LS1 4AB". */
export const isTown = (piece: string): boolean =>
  new RegExp(`^(?:${NAME}\\s?){1,3}(?:\\p{Nd}[\\p{Nd}\\p{L} ]{1,8})?$`, "u").test(piece) && piece.length <= 32;
