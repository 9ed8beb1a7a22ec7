/** Jobs of this module. Each looks for all that is due, so one that waits stands for any number. */
export const ANALYSE = "analyse";
export const INDEX = "index";
export const queue = (name: typeof ANALYSE | typeof INDEX): string => `viral-library.${name}`;
