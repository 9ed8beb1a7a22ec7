import ipaddr from "ipaddr.js";

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** The only block of global IPv6 addresses. ipaddr.js calls every unknown range unicast. */
const GLOBAL_UNICAST_V6 = ipaddr.parseCIDR("2000::/3");

const within = (address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: Range): boolean =>
  address.kind() === network.kind() && address.match([network, bits]);

/**
 * Parses an IP address in strict form: four decimal parts, or IPv6 with or without brackets. Undefined for anything else.
 * @example parseAddress("[::1]")?.kind(); // "ipv6"
 */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const bare = text.startsWith("[") && text.endsWith("]") ? text.slice(1, -1) : text;
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare);
  return ipaddr.IPv6.isValid(bare) ? ipaddr.IPv6.parse(bare) : undefined;
}

/**
 * Addresses that look public but belong to the cloud provider of the server. Those of other clouds are private or
 * reserved.
 */
const CLOUD_SERVICES: readonly Range[] = [
  ipaddr.parseCIDR("168.63.129.16/32"), // Azure: WireServer
  ipaddr.parseCIDR("161.26.0.0/16"), // IBM Cloud: private services
];

/**
 * True for an address on the public internet: global unicast, not wrapping another address.
 * @example isPublicAddress("10.0.0.5"); // false
 */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (address?.range() !== "unicast") return false;
  if (CLOUD_SERVICES.some((range) => within(address, range))) return false;
  return address.kind() === "ipv4" || within(address, GLOBAL_UNICAST_V6);
}

/** Names that resolve only on this machine or in a private network. */
const PRIVATE_NAME = /\.(localhost|local|internal|lan|home|arpa|test|example|invalid)$/i;

/**
 * True if a URL's host is on the public internet, judging by its name.
 * @example isPublicHost("vireo.local"); // false
 */
export function isPublicHost(hostname: string): boolean {
  if (parseAddress(hostname)) return isPublicAddress(hostname);
  return /\.[a-z][a-z0-9-]*$/i.test(hostname) && !PRIVATE_NAME.test(hostname);
}

/** An operator's exceptions, by name and by address. */
export interface AllowList {
  name(host: string, port: number): boolean;
  address(address: string, port: number): boolean;
}

/**
 * Parses entries such as `minio.internal`, `localhost:9000`, `10.0.0.5`, `[::1]:9000` and `10.1.0.0/16`.
 * A listed name may resolve to any address; a listed address or block is allowed under any name.
 * Throws on invalid entries.
 */
export function createAllowList(entries: readonly string[]): AllowList {
  const names: { host: string; port: number | undefined }[] = [];
  const blocks: { block: Range; port: number | undefined }[] = [];
  for (const entry of entries) {
    if (ipaddr.isValidCIDR(entry)) {
      blocks.push({ block: ipaddr.parseCIDR(entry), port: undefined });
      continue;
    }
    const whole = parseAddress(entry);
    const parts = whole ? undefined : /^(\[[^\]]+\]|[^:/\s@]+)(?::(\d{1,5}))?$/.exec(entry);
    const host = whole ? entry : parts?.[1];
    if (!host) throw new Error(`"${entry}" is not a host, host:port or CIDR block (such as 10.0.0.0/8).`);
    const port = parts?.[2] ? Number(parts[2]) : undefined;
    const address = whole ?? parseAddress(host);
    if (address) blocks.push({ block: [address, address.kind() === "ipv4" ? 32 : 128], port });
    else names.push({ host: host.toLowerCase(), port });
  }
  const matchesPort = (allowed: number | undefined, port: number) => allowed === undefined || allowed === port;
  return {
    name: (host, port) => names.some((entry) => entry.host === host && matchesPort(entry.port, port)),
    address(text, port) {
      const address = parseAddress(text);
      return (
        address !== undefined && blocks.some((entry) => matchesPort(entry.port, port) && within(address, entry.block))
      );
    },
  };
}
