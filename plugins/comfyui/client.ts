import { createSafeFetch, type FetchError } from "vireo/fetch";
import { createVendor, RetryLater, type Vendor } from "vireo/vendor";

export interface ClientOptions {
  baseUrl: string;
  token?: string;
  /** API key that pays for partner nodes. */
  comfyOrgKey?: string;
  /** Time limit of one call, in milliseconds. */
  timeoutMs?: number;
}

// biome-ignore lint/suspicious/noExplicitAny: ComfyUI's responses are checked field by field
export type Json = any;

/** A file that a node wrote. */
export interface OutputFile {
  filename: string;
  subfolder: string;
  type: string;
}

const MAX_RESULT_BYTES = 2 * 1024 ** 3;
const RESULT_MS = 10 * 60_000;
/** Maximum response size. Histories and queues contain whole workflows. */
const MAX_RESPONSE_BYTES = 32 * 1024 ** 2;

export class ComfyClient {
  readonly vendor: Vendor;
  /** URL and headers for opening the WebSocket. */
  readonly socket: { url: string; headers: Readonly<Record<string, string>> };
  readonly limit: { maxBytes: number; timeoutMs?: number };
  private readonly root: string;
  private readonly files: ReturnType<typeof createSafeFetch>;

  /** Data that partner nodes read in addition to the workflow. */
  readonly extra: { extra_data?: { api_key_comfy_org: string } };

  constructor({ baseUrl, token, comfyOrgKey, timeoutMs }: ClientOptions) {
    this.root = baseUrl.replace(/\/+$/, "");
    this.limit = { maxBytes: MAX_RESPONSE_BYTES, timeoutMs };
    this.extra = comfyOrgKey ? { extra_data: { api_key_comfy_org: comfyOrgKey } } : {};
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
    this.socket = { url: `${this.root.replace(/^http/, "ws")}/ws`, headers };
    this.vendor = createVendor({
      title: "ComfyUI",
      baseUrl: this.root,
      headers,
      secrets: [token, comfyOrgKey].filter((secret) => secret !== undefined),
      keyName: "COMFYUI_TOKEN",
      getErrorMessage,
      // ComfyUI has no models that could be missing, so this is another server or a wrong URL.
      codes: { 404: "provider_unavailable", 405: "provider_unavailable" },
    });
    // The operator chose this host, which is often on a private network.
    this.files = createSafeFetch({ allowHosts: [new URL(this.root).host] });
  }

  /** Returns the JSON object of a read. */
  async read(path: string, signal: AbortSignal): Promise<Json | RetryLater> {
    const response = await this.vendor.read(path, { signal, ...this.limit });
    if (response instanceof RetryLater) return response;
    const { status, json } = response;
    if (status < 300 && typeof json === "object" && json) return json;
    return new RetryLater(`ComfyUI returned no valid response to ${path.split("/")[1]} (${status}).`);
  }

  /** Sends a write that may be lost. Throws EngineError. */
  async post(path: string, json: object, signal: AbortSignal): Promise<void> {
    const response = await this.vendor.read(path, { json, signal, ...this.limit });
    if (response instanceof RetryLater) throw this.vendor.error(response.code, response.reason);
  }

  /** Uploads an image and returns its name for a node. Throws EngineError. */
  async upload(file: Blob, name: string, signal: AbortSignal): Promise<string> {
    const body = new FormData();
    body.set("image", file, name);
    body.set("type", "input");
    body.set("subfolder", "vireo");
    body.set("overwrite", "true");
    const response = await this.vendor.fetch("/upload/image", { body, signal, ...this.limit });
    const { name: stored, subfolder } = (response.json ?? {}) as Json;
    if (response.status < 300 && typeof stored === "string" && stored)
      return subfolder ? `${subfolder}/${stored}` : stored;
    const message = this.vendor.errorMessage(response);
    throw this.vendor.error("provider_rejected", `ComfyUI did not accept the image. ${message}`.trim());
  }

  /** Downloads a result to `path`. Throws EngineError if it is gone or too large. */
  async save(
    { filename, subfolder, type }: OutputFile,
    path: string,
    signal: AbortSignal,
  ): Promise<RetryLater | undefined> {
    const url = `${this.root}/view?${new URLSearchParams({ filename, subfolder, type })}`;
    const { headers } = this.socket;
    const call = { maxBytes: MAX_RESULT_BYTES, timeoutMs: RESULT_MS, signal, headers, maxRedirects: 0 };
    try {
      await this.files.save(url, path, call);
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      const { code, message } = error as FetchError;
      if (code === "bad_status" && /status 404/.test(message))
        throw this.vendor.error("provider_error", `ComfyUI no longer has its result ${filename}.`);
      if (code === "too_large") throw this.vendor.error("provider_error", "The result is larger than 2 GB.");
      return new RetryLater(`Could not fetch ComfyUI's result: ${message}`);
    }
  }
}

/** Lists the errors of a workflow by node. */
function getErrorMessage(json: unknown): string {
  const { error, node_errors } = (json ?? {}) as Json;
  const toText = ({ message, details }: Json) => [message, details].filter(Boolean).join(": ");
  const nodes = Object.entries((node_errors ?? {}) as Record<string, Json>).map(
    ([id, node]) => `${node?.class_type} (node ${id}): ${(node?.errors ?? []).map(toText).join("; ")}`,
  );
  if (nodes.length > 0) return nodes.join(" · ");
  return typeof error === "string" ? error : error ? toText(error) : "";
}
