const short = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 });

/** "1.2M" */
export const figure = (value: number): string => short.format(value);
