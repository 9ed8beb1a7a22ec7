const compact = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 });

/** "1.2M" */
export const formatCount = (value: number): string => compact.format(value);

/** "1 post", "3 posts" */
export const pluralise = (count: number, noun: string): string =>
  `${count.toLocaleString()} ${noun}${count === 1 ? "" : "s"}`;

const byteUnits = ["kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** "86.2 kB", "1.1 MB", in the user's locale. */
export function formatBytes(bytes: number): string {
  const power = Math.min(byteUnits.length, Math.max(1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const unit = byteUnits[power - 1] ?? "kilobyte";
  return new Intl.NumberFormat(undefined, { style: "unit", unit, maximumFractionDigits: 1 }).format(
    bytes / 1000 ** power,
  );
}
