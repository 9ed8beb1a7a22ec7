import type { HostedTask, TaskStatus } from "vireo/hosted/tasks";
import type { KieModel } from "./model";

/** `data` of a task's record. */
export type TaskRecord = Readonly<Record<string, unknown>>;

/** A failed task has no code yet, because it depends on the message. */
export type RecordStatus = Exclude<TaskStatus, { state: "failed" }> | { state: "failed"; message: string };

/** One of kie.ai's APIs, with its paths, fields and states. */
export interface Dialect {
  create: string;
  read: string;
  /** True if `callBackUrl` is required. */
  needsCallback?: boolean;
  buildBody(task: HostedTask<KieModel>): Record<string, unknown>;
  parseRecord(record: TaskRecord): RecordStatus;
}
