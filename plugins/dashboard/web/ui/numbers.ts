const short = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 });

/** "1.2M" */
export const formatCount = (value: number): string => short.format(value);
