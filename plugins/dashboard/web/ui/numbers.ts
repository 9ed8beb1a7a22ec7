const compact = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 });

/** "1.2M" */
export const formatCount = (value: number): string => compact.format(value);

/** "1 post", "3 posts" */
export const pluralise = (count: number, noun: string): string =>
  `${count.toLocaleString()} ${noun}${count === 1 ? "" : "s"}`;
