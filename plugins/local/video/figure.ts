/** A number in a text. */
export interface Figure {
  /** As written, with its currency or percent sign. */
  text: string;
  /** The figure on its way from zero; `amount` 1 is exactly as written. */
  at(amount: number): string;
}

// Not inside a word (B12), a time (9:30), a date or a ratio (24/7).
const pattern =
  /(?<![\p{L}\p{N}:/.,-])(?<before>[-+]?\p{Sc}?\s?)(?<whole>\d{1,6})(?<fraction>[.,]\d{1,2})?(?<after>\s?[%٪％+×°]|[xX](?!\p{L})|\s?\p{Sc}|[kKM](?!\p{L}))?(?![\p{N}:/])/u;

/** The first number of a text that is worth counting up to. */
export function figureIn(text: string): Figure | undefined {
  const groups = pattern.exec(text)?.groups;
  if (!groups) return undefined;
  const { before = "", whole = "", fraction = "", after = "" } = groups;
  const figure = `${before}${whole}${fraction}${after}`.trim();
  const value = Number(`${whole}${fraction.replace(",", ".")}`);
  const decimals = Math.max(0, fraction.length - 1);
  return {
    text: figure,
    at(amount) {
      if (amount >= 1) return figure;
      const digits = (value * amount).toFixed(decimals).replace(".", fraction[0] ?? ".");
      return `${before}${digits}${after}`.trim();
    },
  };
}
