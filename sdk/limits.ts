/** Rate limits. */
export type { Limit } from "#core/access/limits";
