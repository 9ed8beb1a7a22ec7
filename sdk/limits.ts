/** Rate limits. */
export type { Limit } from "#core/access/limits";
export { getNetwork } from "#core/access/network";
