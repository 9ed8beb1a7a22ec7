import { createSafeFetch, FetchError } from "vireo/fetch";
import { createVendor, Unread, type Vendor } from "vireo/vendor";

export interface ClientOptions {
  baseUrl: string;
  token?: string;
  /** Limit for one call, milliseconds. */
  timeoutMs?: number;
}

// biome-ignore lint/suspicious/noExplicitAny: ComfyUI's answers are checked field by field
export type Json = any;

export interface Client {
  vendor: Vendor;
  /** For the socket. */
  socket: { url: string; headers: Readonly<Record<string, string>> };
  /** A call that changes nothing; its JSON. Throws Unread where there is none. */
  read(path: string, signal: AbortSignal): Promise<Json>;
  post(path: string, json: object, signal: AbortSignal): Promise<void>;
  /** Brings a picture there, and returns what a node calls it by. */
  upload(file: Blob, name: string, signal: AbortSignal): Promise<string>;
  /** Copies a result to `path`. Throws EngineError where it is gone, Unread where it may be tried again. */
  save(file: OutputFile, path: string, signal: AbortSignal): Promise<void>;
}

/** Where a node has put a file. */
export interface OutputFile {
  filename: string;
  subfolder: string;
  type: string;
}

const MAX_RESULT_BYTES = 2 * 1024 ** 3;
const RESULT_MS = 10 * 60_000;
/** Histories and queues hold whole workflows. */
const MAX_ANSWER = 32 * 1024 ** 2;

export function createClient({ baseUrl, token, timeoutMs }: ClientOptions): Client {
  const root = baseUrl.replace(/\/+$/, "");
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const limit = { maxBytes: MAX_ANSWER, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
  const vendor = createVendor({
    title: "ComfyUI",
    baseUrl: root,
    headers,
    secrets: token ? [token] : [],
    keyName: "COMFYUI_TOKEN",
    said,
    // ComfyUI has no models of its own to miss: this is another server, or a wrong address.
    codes: { 404: "provider_unavailable", 405: "provider_unavailable" },
  });
  // The operator named this host; most are at home, where no address of a user's may lead.
  const files = createSafeFetch({ allowHosts: [new URL(root).host] });

  return {
    vendor,
    socket: { url: `${root.replace(/^http/, "ws")}/ws`, headers },
    async read(path, signal) {
      const { status, json } = await vendor.read(path, { signal, ...limit });
      if (status < 300 && typeof json === "object" && json) return json;
      throw new Unread(`ComfyUI gave no answer to ${path.split("/")[1]} (${status}).`);
    },
    async post(path, json, signal) {
      await vendor.read(path, { json, signal, ...limit });
    },
    async upload(file, name, signal) {
      const body = new FormData();
      body.set("image", file, name);
      body.set("type", "input");
      body.set("subfolder", "vireo");
      body.set("overwrite", "true");
      const answer = await vendor.fetch("/upload/image", { body, signal, ...limit });
      const { name: kept, subfolder } = (answer.json ?? {}) as Json;
      if (answer.status < 300 && typeof kept === "string" && kept) return subfolder ? `${subfolder}/${kept}` : kept;
      throw vendor.failure("provider_rejected", `ComfyUI did not take the picture. ${vendor.said(answer)}`.trim());
    },
    async save({ filename, subfolder, type }, path, signal) {
      const url = `${root}/view?${new URLSearchParams({ filename, subfolder, type })}`;
      const call = { maxBytes: MAX_RESULT_BYTES, timeoutMs: RESULT_MS, signal, headers, maxRedirects: 0 };
      await files.save(url, path, call).catch((error) => {
        signal.throwIfAborted();
        if (error instanceof FetchError && /status 404/.test(error.message))
          throw vendor.failure("provider_error", `ComfyUI no longer has its result ${filename}.`);
        if (error instanceof FetchError && error.code === "too_large")
          throw vendor.failure("provider_error", "The result is larger than 2 GB.");
        throw new Unread(`ComfyUI's result could not be fetched: ${(error as Error).message}`, { cause: error });
      });
    },
  };
}

/** What is wrong with a workflow, by the names of its nodes. */
function said(json: unknown): string {
  const { error, node_errors } = (json ?? {}) as Json;
  const words = ({ message, details }: Json) => [message, details].filter(Boolean).join(": ");
  const nodes = Object.entries((node_errors ?? {}) as Record<string, Json>).map(
    ([id, node]) => `${node?.class_type} (node ${id}): ${(node?.errors ?? []).map(words).join("; ")}`,
  );
  if (nodes.length > 0) return nodes.join(" · ");
  return typeof error === "string" ? error : error ? words(error) : "";
}
