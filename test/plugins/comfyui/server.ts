import type { ServerWebSocket } from "bun";
import { type Call, type Reply, startVendor, type VendorServer } from "#sdk/testing/vendor-server";

/**
 * Plays ComfyUI: a queue that works when told to, histories, files, uploads; and in front of it a socket that tells
 * its clients of their own tasks. An order in a prompt ("[oom]") says what becomes of it.
 */

// biome-ignore lint/suspicious/noExplicitAny: graphs are looked into freely
type Json = any;

interface Task {
  id: string;
  graph: Json;
  clientId: string;
  state: "waiting" | "running" | "done";
  entry?: Json;
}

export interface ComfyServer extends VendorServer {
  /** Address with a socket: everything else is passed on. */
  front: string;
  tasks: Task[];
  uploads: { name: string; size: number }[];
  control: {
    /** Tasks are done as soon as they are asked for. */
    instant: boolean;
    /** Files by name; what is not there is 404. */
    files: Record<string, Uint8Array>;
    token?: string;
  };
  interrupted: string[];
  /** How many have come to the socket, and what they call themselves. */
  clients: string[];
  start(task: Task): void;
  finish(task: Task): void;
  /** Forgets all that it knew. */
  restart(): void;
  tell(clientId: string, message: object | Uint8Array): void;
  /** Closes every socket. */
  hangUp(): void;
}

const order = (graph: Json) => /\[([a-z-]+)\]/.exec(JSON.stringify(graph))?.[1];

/** What the nodes of a task leave behind. */
function entryOf({ graph }: Task): Json {
  const ok = { status_str: "success", completed: true, messages: [["execution_success", {}]] };
  const broken = (messages: Json[]) => ({ outputs: {}, status: { status_str: "error", completed: false, messages } });
  const file = (filename: string, type = "output") => ({ filename, subfolder: "vireo", type });
  const isVideo = Object.values(graph).some((node: Json) => /Video/.test(node.class_type));
  switch (order(graph)) {
    case "oom":
      return broken([
        ["execution_start", {}],
        [
          "execution_error",
          {
            node_id: "3",
            node_type: "KSampler",
            exception_message: "CUDA out of memory.\n",
            exception_type: "torch.OutOfMemoryError",
          },
        ],
      ]);
    case "interrupted":
      return broken([["execution_interrupted", { node_id: "3" }]]);
    case "empty":
      return { outputs: {}, status: ok };
    case "other":
      return { outputs: { 9: { images: [file("still.webp")], audio: [file("made.flac")] } }, status: ok };
    case "missing":
      return { outputs: { 9: { images: [file("gone.png")], gifs: [file("gone.mp4")] } }, status: ok };
  }
  if (!isVideo)
    return {
      outputs: { 8: { images: [file("kept.png"), file("second.png")] }, 9: { images: [file("seen.png", "temp")] } },
      status: ok,
    };
  return { outputs: { 7: { images: [file("still.png")] }, 9: { gifs: [file("made.mp4")] } }, status: ok };
}

function prompt(server: ComfyServer, { json }: Call): Reply {
  const nodes = Object.entries(json.prompt ?? {}) as [string, Json][];
  const bad = nodes.find(([, { inputs }]) => inputs.ckpt_name === "unknown.safetensors");
  if (bad) {
    const errors = [
      { type: "value_not_in_list", message: "Value not in list", details: "ckpt_name: 'unknown.safetensors'" },
    ];
    const error = { type: "prompt_outputs_failed_validation", message: "Prompt outputs failed validation" };
    return {
      status: 400,
      json: { error, node_errors: { [bad[0]]: { errors, dependent_outputs: ["9"], class_type: bad[1].class_type } } },
    };
  }
  if (nodes.length === 0) return { status: 400, json: { error: "no prompt", node_errors: [] } };
  const task: Task = { id: crypto.randomUUID(), graph: json.prompt, clientId: json.client_id, state: "waiting" };
  server.tasks.push(task);
  if (server.control.instant) server.finish(task);
  return { json: { prompt_id: task.id, number: server.tasks.length, node_errors: {} } };
}

async function upload(server: ComfyServer, { headers, body }: Call): Promise<Reply> {
  const type = headers["content-type"] ?? "";
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
  const file = form.get("image") as File;
  server.uploads.push({ name: file.name, size: file.size });
  return { json: { name: file.name, subfolder: form.get("subfolder"), type: form.get("type") } };
}

/** Passes calls on to ComfyUI, and holds the socket of each client. */
function startFront(upstream: string) {
  const clients: string[] = [];
  const sockets = new Map<string, ServerWebSocket<string>>();
  const server = Bun.serve<string>({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request, self) {
      const url = new URL(request.url);
      if (url.pathname === "/ws")
        return self.upgrade(request, { data: url.searchParams.get("clientId") ?? "" })
          ? undefined
          : new Response("no socket", { status: 400 });
      const { method, headers } = request;
      const body = method === "GET" ? undefined : await request.bytes();
      return fetch(`${upstream}${url.pathname}${url.search}`, { method, headers, ...(body ? { body } : {}) });
    },
    websocket: {
      open(socket) {
        clients.push(socket.data);
        sockets.set(socket.data, socket);
      },
      message() {},
      close: (socket) => void sockets.delete(socket.data),
    },
  });
  return { server, sockets, clients };
}

export async function startComfy(): Promise<ComfyServer> {
  const waiting = (state: Task["state"]) =>
    server.tasks.filter((task) => task.state === state).map(({ id, graph }, at) => [at, id, graph, {}, ["9"]]);

  const vendor = await startVendor((call) => {
    const { method, path, query, headers, json } = call;
    const { token, files } = server.control;
    if (token && headers.authorization !== `Bearer ${token}`) return { status: 401, body: "Unauthorized" };
    const id = /^\/history\/(.+)$/.exec(path)?.[1];
    if (id) {
      const task = server.tasks.find((one) => one.id === id);
      return { json: task?.entry ? { [id]: task.entry } : {} };
    }
    switch (`${method} ${path}`) {
      case "POST /prompt":
        return prompt(server, call);
      case "GET /queue":
        return { json: { queue_running: waiting("running"), queue_pending: waiting("waiting") } };
      case "POST /queue":
        server.tasks = server.tasks.filter((task) => !json.delete.includes(task.id));
        return {};
      case "POST /interrupt":
        server.interrupted.push(...server.tasks.filter(({ state }) => state === "running").map((task) => task.id));
        return {};
      case "POST /upload/image":
        return upload(server, call);
      case "GET /view": {
        const found = files[query.get("filename") ?? ""];
        return found && query.get("subfolder") === "vireo" ? { body: found } : { status: 404 };
      }
      case "GET /system_stats":
        return { json: { system: { comfyui_version: "0.3.68" }, devices: [{ name: "cuda:0 RTX 4090" }] } };
      default:
        return { status: 404, body: "404: Not Found" };
    }
  });

  const front = startFront(vendor.url);
  const server: ComfyServer = Object.assign(vendor, {
    front: front.server.url.origin,
    tasks: [] as Task[],
    uploads: [],
    interrupted: [],
    clients: front.clients,
    control: { instant: true, files: {} },
    start: (task: Task) => void Object.assign(task, { state: "running" }),
    finish: (task: Task) => void Object.assign(task, { state: "done", entry: entryOf(task) }),
    restart: () => void server.tasks.splice(0),
    tell: (clientId: string, message: object | Uint8Array) =>
      void front.sockets.get(clientId)?.send(message instanceof Uint8Array ? message : JSON.stringify(message)),
    hangUp: () => {
      for (const socket of front.sockets.values()) socket.terminate();
    },
  });
  const { stop } = vendor;
  server.stop = async () => {
    await front.server.stop(true);
    await stop();
  };
  return server;
}
