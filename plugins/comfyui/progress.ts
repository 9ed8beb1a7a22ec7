import type { Client, Json } from "./client";

/** A task that nobody asks about any more is no longer listened to. */
const FORGET_MS = 60_000;
/** Nodes that take nearly all of the time, and tell their steps. */
const SAMPLER = /Sampler(Custom)?(Advanced)?$/;
const MOST_PERCENT = 95;

interface Listening {
  socket: WebSocket;
  /** Share done by node. */
  done: Map<string, number>;
  forget: Timer;
}

/**
 * Listens to ComfyUI's socket for the steps of tasks. Best effort: where a socket breaks, the next look opens another,
 * and what is missed is missing progress, never a result.
 */
export function createProgress({ socket: { url, headers } }: Pick<Client, "socket">) {
  const tasks = new Map<string, Listening>();

  function close(id: string): void {
    const task = tasks.get(id);
    tasks.delete(id);
    clearTimeout(task?.forget);
    task?.socket.close();
  }

  function hear(id: string, { done }: Pick<Listening, "done">, data: unknown): void {
    // Previews come as bytes.
    if (typeof data !== "string") return;
    const { type, data: told } = parsed(data);
    if (told?.prompt_id !== undefined && told.prompt_id !== id) return;
    if (type === "progress") note(done, told?.node ?? "", told);
    else if (type === "progress_state")
      for (const [node, one] of Object.entries((told?.nodes ?? {}) as Record<string, Json>)) note(done, node, one);
  }

  /** `clientId` is the one that the task was begun with: ComfyUI tells its steps to no other. */
  function open(id: string, clientId: string, done: Listening["done"]): Listening {
    const socket = new WebSocket(`${url}?clientId=${encodeURIComponent(clientId)}`, { headers } as never);
    const task: Listening = { socket, done, forget: setTimeout(() => close(id), FORGET_MS) };
    task.forget.unref();
    socket.addEventListener("message", ({ data }) => hear(id, task, data));
    socket.addEventListener("error", () => {});
    tasks.set(id, task);
    return task;
  }

  return {
    /** What is known of a task's progress, in percent; listens from now on. */
    look(id: string, clientId: string, graph: Json): number | undefined {
      const known = tasks.get(id);
      const alive = known && known.socket.readyState <= WebSocket.OPEN;
      if (known && !alive) close(id);
      const { done, forget } = alive ? known : open(id, clientId, known?.done ?? new Map());
      forget.refresh();
      if (done.size === 0) return undefined;
      const samplers = Object.values((graph ?? {}) as Json).filter((node: Json) =>
        SAMPLER.test(node?.class_type),
      ).length;
      const sum = [...done.values()].reduce((all, share) => all + share, 0);
      return (MOST_PERCENT * sum) / Math.max(samplers, done.size);
    },
    close,
    stop: () => [...tasks.keys()].forEach(close),
  };
}

function note(done: Map<string, number>, node: string, { value, max }: Json): void {
  // A single step tells nothing: most nodes have but one.
  if (Number(max) > 1 && Number(value) >= 0) done.set(node, Math.min(1, Number(value) / Number(max)));
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
