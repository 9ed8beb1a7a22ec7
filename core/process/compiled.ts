/** True in the compiled binary, false when Bun runs the source. */
export const isCompiled = import.meta.url.includes("$bunfs") || import.meta.url.includes("~BUN");
