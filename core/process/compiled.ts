/** Whether this is the program in one file, and not the source run by Bun. */
export const isCompiled = import.meta.url.includes("$bunfs") || import.meta.url.includes("~BUN");
