/** Paths of the built pages, by file name, in the binary and the start bundle. Undefined when running from source. */
export const embedded: Readonly<Record<string, string>> | undefined = undefined;
