/** The router that modules build their routes on. */
export type { Router } from "#core/http/router";
