import { join } from "node:path";
import type { Outcome, Run } from "vireo/engine";
import type { Client, Json, OutputFile } from "./client";
import type { createProgress } from "./progress";

export type Kind = "image" | "video";

/** How long a task that ComfyUI does not know may take to appear, milliseconds. */
const GRACE_MS = 30_000;
const READ_AFTER_MS = { running: 2_000, waiting: 5_000 };

const ENDINGS: Readonly<Record<Kind, RegExp>> = {
  image: /\.(png|jpe?g|webp|gif)$/i,
  video: /\.(mp4|webm|mov|mkv)$/i,
};

/** A task's name: ComfyUI's id, and since when ComfyUI has not known it, where it does not. */
const nameOf = (id: string, lostAt?: number) => (lostAt === undefined ? id : `${id}@${lostAt}`);
function partsOf(task: string): { id: string; lostAt?: number } {
  const [id = "", lostAt] = task.split("@");
  return lostAt === undefined ? { id } : { id, lostAt: Number(lostAt) };
}

export function createTasks(client: Client, progress: ReturnType<typeof createProgress>, graceMs = GRACE_MS) {
  const failed = (words: string): Outcome => {
    const { code, message } = client.vendor.failure("provider_error", words);
    return { state: "failed", code, message };
  };

  async function entryOf(id: string, signal: AbortSignal): Promise<Json> {
    return (await client.read(`/history/${encodeURIComponent(id)}`, signal))[id];
  }

  /** Where a task is in the queue; its graph where it is being worked on. */
  async function place(id: string, signal: AbortSignal): Promise<{ graph: Json } | "waiting" | "nowhere"> {
    const queue = await client.read("/queue", signal);
    const isIt = (one: Json) => one?.[1] === id;
    const running = (queue.queue_running ?? []).find(isIt);
    if (running) return { graph: running[2] };
    return (queue.queue_pending ?? []).some(isIt) ? "waiting" : "nowhere";
  }

  async function ended(kind: Kind, entry: Json, run: Run): Promise<Outcome> {
    if (entry.status?.status_str === "error") return failed(whyOf(entry.status.messages));
    const all = filesOf(entry.outputs);
    const file = all.findLast(({ filename }) => ENDINGS[kind].test(filename));
    if (!file) {
      const given = all.map(({ filename }) => filename).join(", ");
      return failed(`The workflow gave no ${kind}${given ? `, but ${given}` : ""}.`);
    }
    const path = join(run.folder, `made${ENDINGS[kind].exec(file.filename)?.[0].toLowerCase()}`);
    await client.save(file, path, run.signal);
    return { state: "completed", files: { main: { path } } };
  }

  async function read(kind: Kind, task: string, run: Run): Promise<Outcome> {
    const { id, lostAt } = partsOf(task);
    let entry = await entryOf(id, run.signal);
    const at = entry ? "nowhere" : await place(id, run.signal);
    if (typeof at === "object") {
      const percent = progress.look(id, run.id, at.graph);
      return {
        state: "pending",
        task: id,
        readAfterMs: READ_AFTER_MS.running,
        ...(percent === undefined ? {} : { progress: percent }),
      };
    }
    if (at === "waiting") {
      // From now on, so that no step is missed once it begins.
      progress.look(id, run.id, undefined);
      return { state: "pending", task: id, readAfterMs: READ_AFTER_MS.waiting };
    }
    // It may have ended between the two looks.
    entry ??= await entryOf(id, run.signal);
    if (entry) {
      const outcome = await ended(kind, entry, run);
      progress.close(id);
      return outcome;
    }
    const since = lostAt ?? Date.now();
    if (Date.now() - since < graceMs)
      return { state: "pending", task: nameOf(id, since), readAfterMs: Math.min(READ_AFTER_MS.waiting, graceMs) };
    progress.close(id);
    return failed("ComfyUI no longer knows this task: it was restarted, or its queue was cleared.");
  }

  async function cancel(task: string, signal: AbortSignal): Promise<void> {
    const { id } = partsOf(task);
    progress.close(id);
    const at = await place(id, signal);
    if (at === "waiting") await client.post("/queue", { delete: [id] }, signal);
    // Older servers interrupt whatever is running: asked only while that is this task.
    else if (at !== "nowhere") await client.post("/interrupt", { prompt_id: id }, signal);
  }

  return { read, cancel };
}

/** The first file of each node, by the nodes' numbers; those that are to be kept last. */
function filesOf(outputs: unknown): OutputFile[] {
  const files = Object.values((outputs ?? {}) as Json)
    .flatMap((node: Json) => Object.values(node ?? {}))
    .flatMap((list) => (Array.isArray(list) ? list.slice(0, 1) : []))
    .filter((one: Json) => typeof one?.filename === "string")
    .map(({ filename, subfolder = "", type = "output" }: Json) => ({ filename, subfolder, type }));
  return files.sort((a, b) => Number(a.type === "output") - Number(b.type === "output"));
}

function whyOf(messages: unknown): string {
  for (const [type, told] of (Array.isArray(messages) ? messages : []) as Json[]) {
    if (type === "execution_error")
      return `${told?.node_type} (node ${told?.node_id}) failed: ${String(told?.exception_message ?? "").trim() || told?.exception_type}`;
    if (type === "execution_interrupted") return "The task was interrupted in ComfyUI.";
  }
  return "ComfyUI failed, and does not say why.";
}
