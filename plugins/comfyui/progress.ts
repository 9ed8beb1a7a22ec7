import type { ComfyClient, Json } from "./client";

/** Closes the socket of a task that is no longer read. */
const IDLE_MS = 60_000;
/** Nodes that take most of the time and report their steps. */
const SAMPLER = /Sampler(Custom)?(Advanced)?$/;
const MAX_PERCENT = 95;

interface Subscription {
  socket: WebSocket;
  /** Completed fraction by node. */
  done: Map<string, number>;
  timer: Timer;
}

/**
 * Follows the steps of tasks on ComfyUI's socket. Best effort: after a broken connection the next read opens a new one,
 * and only progress is lost.
 */
export function createProgress({ socket: { url, headers } }: Pick<ComfyClient, "socket">) {
  const tasks = new Map<string, Subscription>();

  function close(id: string): void {
    const task = tasks.get(id);
    tasks.delete(id);
    clearTimeout(task?.timer);
    task?.socket.close();
  }

  function onMessage(id: string, { done }: Pick<Subscription, "done">, data: unknown): void {
    // Binary messages are previews.
    if (typeof data !== "string") return;
    const { type, data: event } = parseJson(data);
    if (event?.prompt_id !== undefined && event.prompt_id !== id) return;
    if (type === "progress") addStep(done, event?.node ?? "", event);
    else if (type === "progress_state")
      for (const [node, one] of Object.entries((event?.nodes ?? {}) as Record<string, Json>)) addStep(done, node, one);
  }

  /** `clientId` must be the one that started the task, because ComfyUI sends its steps to no other client. */
  function open(id: string, clientId: string, done: Subscription["done"]): Subscription {
    const socket = new WebSocket(`${url}?clientId=${encodeURIComponent(clientId)}`, { headers } as never);
    const task: Subscription = { socket, done, timer: setTimeout(() => close(id), IDLE_MS) };
    task.timer.unref();
    socket.addEventListener("message", ({ data }) => onMessage(id, task, data));
    socket.addEventListener("error", () => {});
    tasks.set(id, task);
    return task;
  }

  return {
    /** Returns a task's progress in percent, if known, and follows the task from now on. */
    read(id: string, clientId: string, graph: Json): number | undefined {
      const known = tasks.get(id);
      const alive = known && known.socket.readyState <= WebSocket.OPEN;
      if (known && !alive) close(id);
      const { done, timer } = alive ? known : open(id, clientId, known?.done ?? new Map());
      timer.refresh();
      if (done.size === 0) return undefined;
      const samplers = Object.values((graph ?? {}) as Json).filter((node: Json) =>
        SAMPLER.test(node?.class_type),
      ).length;
      const sum = [...done.values()].reduce((total, fraction) => total + fraction, 0);
      return (MAX_PERCENT * sum) / Math.max(samplers, done.size);
    },
    close,
    stop: () => [...tasks.keys()].forEach(close),
  };
}

function addStep(done: Map<string, number>, node: string, { value, max }: Json): void {
  // Most nodes have a single step, which shows no progress.
  if (Number(max) > 1 && Number(value) >= 0) done.set(node, Math.min(1, Number(value) / Number(max)));
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
