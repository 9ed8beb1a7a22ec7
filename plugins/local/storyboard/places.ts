/** Addresses of places. */
import { addresses, NAME, placeLead } from "./languages/facts";

export function isPlace(piece: string): boolean {
  // Each address has a number, in figures or in Chinese.
  if (!/[\p{Nd}丁番]/u.test(piece)) return false;
  const address = piece.replace(placeLead, "");
  return addresses.some((pattern) => pattern.test(address));
}
const town = new RegExp(`^(?:${NAME}\\s?){1,3}(?:\\p{Nd}[\\p{Nd}\\p{L} ]{1,8})?$`, "u");
/** The rest of an address: "Portland", "OR 97205", "Leeds LS1 4AB". */
export const isTown = (piece: string): boolean => piece.length <= 32 && town.test(piece);
