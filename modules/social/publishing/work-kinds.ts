/** Kinds of work: targets to publish, and targets to read. */
export const PUBLISH = "publish";
export const READ = "read";
