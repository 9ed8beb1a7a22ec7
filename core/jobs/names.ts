/** Returns the module that a queue or schedule belongs to: both are named `<module>.<name>`. */
export const getModule = (name: string): string => name.split(".", 1)[0]!;
