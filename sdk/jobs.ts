/** Durable jobs. */
export type { JobHandler, JobSender } from "#core/jobs/jobs";
