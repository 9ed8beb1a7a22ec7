import { lookup as systemLookup } from "node:dns/promises";
import { createAllowList, isPublicAddress, parseAddress } from "#core/fetch/address";
import { UnsafeUrlError, unresolvable } from "#core/fetch/error";
import { withDeadline } from "#core/timing";

export interface Address {
  address: string;
  family: number;
}
/** Resolves a name to all of its addresses. Rejects if it has none. */
export type Lookup = (host: string) => Promise<readonly Address[]>;

export interface GuardOptions {
  /** Private hosts, host:port pairs and CIDR blocks that are allowed. */
  allowHosts?: readonly string[];
  /** Origins of this server. */
  ownOrigins?: () => readonly string[];
  lookup?: Lookup;
}

/** Target of one hop: a host without brackets or final dot, and its checked addresses. */
export interface Destination {
  host: string;
  port: number;
  addresses: readonly Address[];
}

const PRIVATE = "The URL points to a private or reserved network.";
const WEB_PORTS = [80, 443];
const LOOKUP_MS = 5_000;

const getPort = (url: URL) => Number(url.port) || (url.protocol === "https:" ? 443 : 80);
const getHost = (url: URL) => url.hostname.replace(/^\[|\]$/g, "").replace(/\.+$/, "");

/** Decides which URLs may be fetched, and through which addresses. */
export function createGuard(options: GuardOptions) {
  const allow = createAllowList(options.allowHosts ?? []);
  const lookup = options.lookup ?? ((host) => systemLookup(host, { all: true }));

  /** Parses an untrusted URL. Throws UnsafeUrlError for anything but plain http(s). */
  function parse(text: string): URL {
    const url = URL.parse(text);
    if (!url) throw new UnsafeUrlError("This is not a valid URL.");
    if (url.protocol !== "http:" && url.protocol !== "https:") {
      throw new UnsafeUrlError("Only http and https URLs can be fetched.");
    }
    if (url.username || url.password) throw new UnsafeUrlError("URLs with a user name or password are not fetched.");
    if (url.port === "0" || !getHost(url)) throw new UnsafeUrlError("This is not a valid URL.");
    return url;
  }

  /** True if the URL points to this server, on its own port or that of a proxy. */
  function isOwn(url: URL): boolean {
    return (options.ownOrigins?.() ?? []).some((origin) => {
      const own = new URL(origin);
      return getHost(own) === getHost(url) && [getPort(own), ...WEB_PORTS].includes(getPort(url));
    });
  }

  /** True if the operator allowed this host. */
  function isListed(url: URL): boolean {
    return allow.name(getHost(url), getPort(url)) || allow.address(getHost(url), getPort(url));
  }

  /** Resolves and checks the addresses of a URL. Throws UnsafeUrlError, FetchError or the signal's reason. */
  async function resolve(url: URL, signal?: AbortSignal): Promise<Destination> {
    const host = getHost(url);
    const port = getPort(url);
    const isAllowed = ({ address }: Address) => isPublicAddress(address) || allow.address(address, port);
    const literal = parseAddress(host);
    if (literal) {
      const address = { address: host, family: literal.kind() === "ipv4" ? 4 : 6 };
      if (!isAllowed(address)) throw new UnsafeUrlError(PRIVATE);
      return { host, port, addresses: [address] };
    }
    const isListedName = allow.name(host, port);
    const isLocal = host === "localhost" || host.endsWith(".localhost");
    if (isLocal && !isListedName && !allow.address("127.0.0.1", port)) throw new UnsafeUrlError(PRIVATE);
    const addresses = await waitForLookup(lookup, host, signal);
    if (!isListedName && !addresses.every(isAllowed)) throw new UnsafeUrlError(PRIVATE);
    return { host, port, addresses };
  }

  return { parse, isOwn, isListed, resolve };
}

/** Waits for a lookup until its time limit or the signal. */
async function waitForLookup(lookup: Lookup, host: string, signal: AbortSignal | undefined) {
  const work = () => lookup(host).catch((cause) => Promise.reject(unresolvable(host, cause)));
  const addresses = await withDeadline(LOOKUP_MS, () => unresolvable(host), work, signal);
  if (addresses.length === 0) throw unresolvable(host);
  return addresses;
}
