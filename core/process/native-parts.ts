import type { Part } from "#core/process/unpack";

/** Native parts packed into the binary, in the order they are needed. Empty in the source; the build replaces this module. */
export const parts: Readonly<Record<string, Part>> = {};
