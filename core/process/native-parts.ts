import type { Part } from "#core/process/unpack";

/** What the program in one file carries packed, in the order of need. Empty in the source: the build puts its own in place of it. */
export const parts: Readonly<Record<string, Part>> = {};
