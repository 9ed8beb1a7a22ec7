import { STOP_WORDS } from "vireo/text";
import { splitPieces } from "./linebreaks";

const figure = /\p{Sc}?\s?\p{N}+(?:[.,]\p{N}+)*\s?(?:[%٪％]|\p{Sc})|\p{Sc}\s?\p{N}+(?:[.,]\p{N}+)*/u;
const SHORTEST_STRESS = 4;

/** Finds the part of a headline to emphasise: the brand, a price or percentage, or its last long word, which carries the weight. */
export function findStress(text: string, { brand }: { brand: string }): string {
  const at = brand === "" ? -1 : text.toLowerCase().indexOf(brand.toLowerCase());
  if (at >= 0) return text.slice(at, at + brand.length);
  const amount = figure.exec(text)?.[0].trim();
  if (amount) return amount;
  const words = splitPieces(text).map(({ text: word }) => word);
  const carries = (word: string) =>
    word.length >= SHORTEST_STRESS && /\p{L}{3}|\p{scx=Han}/u.test(word) && !STOP_WORDS.has(word.toLowerCase());
  const last = words.findLast(carries) ?? "";
  return words.length > 1 ? last : "";
}
