export type { Router } from "#core/http/router";
