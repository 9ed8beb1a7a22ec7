import { VireoError } from "vireo/client";

/** What the API says is wrong with single fields, by dotted path; nothing where it was another kind of error. */
export const fieldErrors = (error: unknown): Record<string, string[]> =>
  error instanceof VireoError ? error.errors : {};
