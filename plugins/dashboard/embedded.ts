/** The pages as they were built into the program of one file: path of each by its name. Undefined when run from source. */
export const embedded: Readonly<Record<string, string>> | undefined = undefined;
