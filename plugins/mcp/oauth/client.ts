import type { SafeFetch } from "vireo/fetch";
import { OAuthError } from "./error";

/** A program that requests access. */
export interface Client {
  name: string;
  redirectUris: readonly string[];
  /** True if it renews its access with refresh tokens. */
  refreshes: boolean;
}

const MAX_REDIRECT_URIS = 5;
const MAX_URI = 500;
const MAX_NAME = 80;
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;
/** Schemes of installed programs: those named after a domain (RFC 8252), and those of widespread clients. */
const OWN_SCHEME = /^(?:[a-z][a-z\d-]*(?:\.[a-z\d-]+)+|cursor|vscode|vscode-insiders|windsurf):$/;

/** Redirects to pages require https; programs on this machine use a loopback address or their own scheme. */
function isAllowedUri(uri: unknown): uri is string {
  if (typeof uri !== "string" || uri.length > MAX_URI || !URL.canParse(uri)) return false;
  const { protocol, hostname, hash, username, password } = new URL(uri);
  if (hash !== "" || username !== "" || password !== "") return false;
  if (protocol === "https:") return true;
  return protocol === "http:" ? LOOPBACK.test(hostname) : OWN_SCHEME.test(protocol);
}

/** Reads the metadata that a client registers or publishes (RFC 7591). Undefined if a redirect URI is not allowed. */
function parseMetadata(metadata: Record<string, unknown>): Client | undefined {
  const { client_name: name, redirect_uris: uris, grant_types: grants } = metadata;
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > MAX_REDIRECT_URIS || !uris.every(isAllowedUri))
    return undefined;
  return {
    name: typeof name === "string" && name.trim() !== "" ? name.trim().slice(0, MAX_NAME) : new URL(uris[0]!).host,
    redirectUris: uris,
    refreshes: Array.isArray(grants) && grants.includes("refresh_token"),
  };
}

/**
 * Registers a client (RFC 7591). The id contains all its data, so nothing is stored: anyone may register, and a client
 * gets access only when a person consents.
 */
export function registerClient(metadata: Record<string, unknown>): { id: string; client: Client } {
  const client = parseMetadata(metadata);
  if (!client) {
    const message =
      "redirect_uris: Use https, a loopback address, or a scheme named after your domain (com.example.app).";
    throw new OAuthError("invalid_redirect_uri", message);
  }
  return { id: Buffer.from(JSON.stringify(client)).toString("base64url"), client };
}

/** Reads a registered client from its id. Undefined if the id was not issued here. */
function parseClient(id: string): Client | undefined {
  try {
    const stored = JSON.parse(Buffer.from(id, "base64url").toString()) as Client | [name: string, ...uris: string[]];
    // Ids of version 0.2.0 are lists.
    const [name, redirectUris, refreshes] = Array.isArray(stored)
      ? [stored[0], stored.slice(1), false]
      : [stored.name, stored.redirectUris, stored.refreshes];
    const isValid = typeof name === "string" && name.length <= MAX_NAME && redirectUris.every(isAllowedUri);
    return isValid ? { name, redirectUris, refreshes: refreshes === true } : undefined;
  } catch {
    return undefined;
  }
}

const METADATA = { maxBytes: 10_000, timeoutMs: 5_000, maxRedirects: 0, accept: "application/json" } as const;
const TRUST_MS = 5 * 60_000;
const MAX_PUBLISHED = 100;

/** Finds clients by their ids: those that registered here, and those whose id is the URL of their metadata. */
export class Clients {
  readonly #fetch: SafeFetch;
  readonly #now: () => number;
  /** Metadata that was read, by URL, the oldest first. */
  readonly #published = new Map<string, { client: Client | undefined; until: number }>();

  constructor(fetch: SafeFetch, now: () => number) {
    this.#fetch = fetch;
    this.#now = now;
  }

  /** True if finding the client sends a request to its address. */
  mustRead(id: string): boolean {
    return isMetadataUrl(id) && !this.#isFresh(this.#published.get(id));
  }

  #isFresh(known: { until: number } | undefined): boolean {
    return known !== undefined && known.until > this.#now();
  }

  /** Returns undefined if there is no such client, or its metadata cannot be read. */
  async find(id: string): Promise<Client | undefined> {
    if (!this.mustRead(id)) return isMetadataUrl(id) ? this.#published.get(id)?.client : parseClient(id);
    const client = await this.#read(id).catch(() => undefined);
    this.#published.delete(id);
    if (this.#published.size >= MAX_PUBLISHED) this.#published.delete(this.#published.keys().next().value!);
    this.#published.set(id, { client, until: this.#now() + TRUST_MS });
    return client;
  }

  async #read(id: string): Promise<Client | undefined> {
    const { status, body } = await this.#fetch.open(id, METADATA);
    const metadata = (await new Response(body).json()) as Record<string, unknown>;
    // The document names its own address, so that no other one can claim to be this client.
    return status === 200 && metadata.client_id === id ? parseMetadata(metadata) : undefined;
  }
}

/** True for a client id that is the URL of a metadata document: https, with a path, and nothing that hides where it leads. */
function isMetadataUrl(id: string): boolean {
  if (!id.startsWith("https://") || id.length > MAX_URI || !URL.canParse(id)) return false;
  const { href, pathname, hash, username, password } = new URL(id);
  return href === id && pathname !== "/" && hash === "" && username === "" && password === "";
}

/**
 * True for a redirect URL that the client registered. Programs on this machine choose a port at each start (RFC 8252).
 */
export function isRegistered({ redirectUris }: Client, uri: string): boolean {
  const withoutPort = (text: string) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url?.protocol !== "http:") return text;
    url.port = "";
    return url.href;
  };
  return isAllowedUri(uri) && redirectUris.some((registered) => withoutPort(registered) === withoutPort(uri));
}
