/** Paths of the built pages in the compiled binary, by file name. Undefined when running from source. */
export const embedded: Readonly<Record<string, string>> | undefined = undefined;
