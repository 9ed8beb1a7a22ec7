import { lookup as systemLookup } from "node:dns/promises";
import { createAllowList, isPublicAddress, parseAddress } from "#core/fetch/address";
import { UnsafeUrlError, unresolvable } from "#core/fetch/error";

export interface Address {
  address: string;
  family: number;
}
/** All addresses of a name; rejects where it has none. */
export type Lookup = (host: string) => Promise<readonly Address[]>;

export interface GuardOptions {
  /** Hosts, host:port pairs or CIDR blocks that may be private. */
  allowHosts?: readonly string[];
  /** Origins under which this server itself is reached. */
  ownOrigins?: () => readonly string[];
  lookup?: Lookup;
}

/** Where a hop may connect to: a host without brackets or final dot, and the addresses that were checked. */
export interface Destination {
  host: string;
  port: number;
  addresses: readonly Address[];
}

const PRIVATE = "The address points into a private or reserved network.";
const WEB_PORTS = [80, 443];
const LOOKUP_MS = 5_000;

const portOf = (url: URL) => Number(url.port) || (url.protocol === "https:" ? 443 : 80);
const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, "").replace(/\.+$/, "");

/** Decides which URLs may be connected to, and at which addresses. */
export function createGuard(options: GuardOptions) {
  const allow = createAllowList(options.allowHosts ?? []);
  const lookup = options.lookup ?? ((host) => systemLookup(host, { all: true }));

  /** Reads a URL that a stranger gave; throws UnsafeUrlError for all but plain http(s) ones. */
  function parse(text: string): URL {
    const url = URL.parse(text);
    if (!url) throw new UnsafeUrlError("This is not a valid URL.");
    if (url.protocol !== "http:" && url.protocol !== "https:") {
      throw new UnsafeUrlError("Only http and https URLs can be fetched.");
    }
    if (url.username || url.password) throw new UnsafeUrlError("A URL with a user name or password is not fetched.");
    if (url.port === "0" || !hostOf(url)) throw new UnsafeUrlError("This is not a valid URL.");
    return url;
  }

  /** Whether the URL leads back to this server, on its own port or a proxy's. */
  function isOwn(url: URL): boolean {
    return (options.ownOrigins?.() ?? []).some((origin) => {
      const own = new URL(origin);
      return hostOf(own) === hostOf(url) && [portOf(own), ...WEB_PORTS].includes(portOf(url));
    });
  }

  /** Whether the operator named this very host. */
  function isListed(url: URL): boolean {
    return allow.name(hostOf(url), portOf(url)) || allow.address(hostOf(url), portOf(url));
  }

  /** The checked addresses behind a URL. Throws UnsafeUrlError, FetchError where there are none, or the signal's reason. */
  async function resolve(url: URL, signal?: AbortSignal): Promise<Destination> {
    const host = hostOf(url);
    const port = portOf(url);
    const permitted = ({ address }: Address) => isPublicAddress(address) || allow.address(address, port);
    const literal = parseAddress(host);
    if (literal) {
      const address = { address: host, family: literal.kind() === "ipv4" ? 4 : 6 };
      if (!permitted(address)) throw new UnsafeUrlError(PRIVATE);
      return { host, port, addresses: [address] };
    }
    const named = allow.name(host, port);
    const isLocal = host === "localhost" || host.endsWith(".localhost");
    if (isLocal && !named && !allow.address("127.0.0.1", port)) throw new UnsafeUrlError(PRIVATE);
    const addresses = await inTime(lookup(host), host, signal);
    if (!named && !addresses.every(permitted)) throw new UnsafeUrlError(PRIVATE);
    return { host, port, addresses };
  }

  return { parse, isOwn, isListed, resolve };
}

/** The answer of a look-up, waited for no longer than the time allowed and the caller's interest. */
async function inTime(answer: ReturnType<Lookup>, host: string, signal: AbortSignal | undefined) {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(unresolvable(host)), LOOKUP_MS);
  const onAbort = () => reject(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    const addresses = await Promise.race([answer.catch((cause) => Promise.reject(unresolvable(host, cause))), promise]);
    if (addresses.length === 0) throw unresolvable(host);
    return addresses;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}
