import { join } from "node:path";
import type { Outcome, Run } from "vireo/engine";
import { RetryLater } from "vireo/vendor";
import type { ComfyClient, Json, OutputFile } from "./client";
import type { createProgress } from "./progress";

export type Kind = "image" | "video";

/** Time that a task may be missing from both queue and history before it counts as lost, in milliseconds. */
const GRACE_MS = 30_000;
const READ_AFTER_MS = { running: 2_000, waiting: 5_000 };

const EXTENSIONS: Readonly<Record<Kind, RegExp>> = {
  image: /\.(png|jpe?g|webp|gif)$/i,
  video: /\.(mp4|webm|mov|mkv)$/i,
};

/** A task: ComfyUI's id, and since when ComfyUI does not know it. */
const formatTask = (id: string, lostAt: number) => `${id}@${lostAt}`;
function parseTask(task: string): { id: string; lostAt?: number } {
  const [id = "", lostAt] = task.split("@");
  return lostAt === undefined ? { id } : { id, lostAt: Number(lostAt) };
}

export class ComfyTasks {
  private readonly client: ComfyClient;
  private readonly progress: ReturnType<typeof createProgress>;
  private readonly graceMs: number;

  constructor(client: ComfyClient, progress: ReturnType<typeof createProgress>, graceMs = GRACE_MS) {
    this.client = client;
    this.progress = progress;
    this.graceMs = graceMs;
  }

  async read(kind: Kind, task: string, run: Run): Promise<Outcome> {
    const { id, lostAt } = parseTask(task);
    let entry = await this.readHistory(id, run.signal);
    const place = entry === undefined ? await this.findInQueue(id, run.signal) : undefined;
    if (place instanceof RetryLater) return place.toPending(task);
    if (place) return this.toPending(id, place, run);
    // The task may have ended between the two reads.
    entry ??= await this.readHistory(id, run.signal);
    if (entry instanceof RetryLater) return entry.toPending(task);
    if (entry) {
      const outcome = await this.finish(kind, task, entry, run);
      if (outcome.state !== "pending") this.progress.close(id);
      return outcome;
    }
    const since = lostAt ?? Date.now();
    if (Date.now() - since < this.graceMs) {
      const readAfterMs = Math.min(READ_AFTER_MS.waiting, this.graceMs);
      return { state: "pending", task: formatTask(id, since), readAfterMs };
    }
    this.progress.close(id);
    return this.toFailed("ComfyUI no longer has this task. It was restarted, or its queue was cleared.");
  }

  async cancel(task: string, signal: AbortSignal): Promise<void> {
    const { id } = parseTask(task);
    this.progress.close(id);
    const place = await this.findInQueue(id, signal);
    if (!place || place instanceof RetryLater) return;
    if (place.state === "waiting") await this.client.post("/queue", { delete: [id] }, signal);
    // Older servers interrupt whatever is running, so only call this while our task runs.
    else await this.client.post("/interrupt", { prompt_id: id }, signal);
  }

  private async readHistory(id: string, signal: AbortSignal): Promise<Json | RetryLater | undefined> {
    const history = await this.client.read(`/history/${encodeURIComponent(id)}`, signal);
    return history instanceof RetryLater ? history : history[id];
  }

  /** Returns the task's position in the queue, with its graph while it runs. Undefined if it is not queued. */
  private async findInQueue(id: string, signal: AbortSignal) {
    const queue = await this.client.read("/queue", signal);
    if (queue instanceof RetryLater) return queue;
    const isTask = (entry: Json) => entry?.[1] === id;
    const running = (queue.queue_running ?? []).find(isTask);
    if (running) return { state: "running" as const, graph: running[2] as Json };
    return (queue.queue_pending ?? []).some(isTask) ? { state: "waiting" as const, graph: undefined } : undefined;
  }

  private toPending(id: string, { state, graph }: { state: "running" | "waiting"; graph: Json }, run: Run): Outcome {
    // Follow queued tasks, too, so that no step is missed once they run.
    const progress = this.progress.read(id, run.id, graph);
    const pending = { state: "pending", task: id, readAfterMs: READ_AFTER_MS[state] } as const;
    return state === "waiting" || progress === undefined ? pending : { ...pending, progress };
  }

  private async finish(kind: Kind, task: string, entry: Json, run: Run): Promise<Outcome> {
    if (entry.status?.status_str === "error") return this.toFailed(findReason(entry.status.messages));
    const files = listFiles(entry.outputs);
    const file = files.findLast(({ filename }) => EXTENSIONS[kind].test(filename));
    if (!file) {
      const names = files.map(({ filename }) => filename).join(", ");
      return this.toFailed(`The workflow returned no ${kind}${names ? `, only ${names}` : ""}.`);
    }
    const path = join(run.folder, `result${EXTENSIONS[kind].exec(file.filename)?.[0].toLowerCase()}`);
    const retry = await this.client.save(file, path, run.signal);
    return retry ? retry.toPending(task) : { state: "completed", files: { main: { path } } };
  }

  private toFailed(reason: string): Outcome {
    const { code, message } = this.client.vendor.error("provider_error", reason);
    return { state: "failed", code, message };
  }
}

/** Lists the first file of each node in order, saved files after temporary ones. */
function listFiles(outputs: unknown): OutputFile[] {
  const files = Object.values((outputs ?? {}) as Json)
    .flatMap((node: Json) => Object.values(node ?? {}))
    .flatMap((list) => (Array.isArray(list) ? list.slice(0, 1) : []))
    .filter((file: Json) => typeof file?.filename === "string")
    .map(({ filename, subfolder = "", type = "output" }: Json) => ({ filename, subfolder, type }));
  return files.sort((a, b) => Number(a.type === "output") - Number(b.type === "output"));
}

function findReason(messages: unknown): string {
  for (const [type, data] of (Array.isArray(messages) ? messages : []) as Json[]) {
    if (type === "execution_error")
      return `${data?.node_type} (node ${data?.node_id}) failed: ${String(data?.exception_message ?? "").trim() || data?.exception_type}`;
    if (type === "execution_interrupted") return "The task was interrupted in ComfyUI.";
  }
  return "ComfyUI failed without giving a reason.";
}
