export type { Jobs } from "#core/jobs/jobs";
