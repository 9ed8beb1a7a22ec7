import type { TemplateFact } from "vireo/facts";

/** The built-in templates, in the order of lists. */
export const builtIn: Readonly<Record<string, TemplateFact>> = {};
