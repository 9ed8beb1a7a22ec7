export type { JobHandler, JobSender } from "#core/jobs/jobs";
