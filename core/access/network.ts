import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Returns the address that the nearest proxy appended to X-Forwarded-For. Some proxies add the client's port, which
 * differs from connection to connection. Undefined if the last item is not an address, such as "unknown".
 */
export function parseForwarded(header: string | null): string | undefined {
  const last =
    header
      ?.split(",")
      .at(-1)
      ?.trim()
      .replace(/^"(.*)"$/, "$1") ?? "";
  const [, bracketed, plain] = /^(?:\[(.*)\]|([\d.]+))(?::\d+)?$/.exec(last) ?? [];
  const address = bracketed ?? plain ?? last;
  return isIP(address) ? address : undefined;
}

/** Networks of the latest addresses, because parsing one takes longer than the rest of a look-up. */
const networks = new Map<string, string>();
const MAX_NETWORKS = 10_000;

/**
 * Returns the network of an address, which attempts are counted by. A customer usually has a whole IPv6 /64, so
 * counting single addresses there is pointless.
 * @param bits prefix length of an IPv4 network
 * @example getNetwork("203.0.113.7", 24); // "203.0.113.0/24"
 */
export function getNetwork(address: string, bits = 32): string {
  const id = `${address}/${bits}`;
  const known = networks.get(id);
  if (known !== undefined) return known;
  const network = computeNetwork(address, bits);
  if (networks.size >= MAX_NETWORKS) networks.clear();
  networks.set(id, network);
  return network;
}

function computeNetwork(address: string, bits: number): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  const length = parsed.kind() === "ipv4" ? bits : 64;
  return `${(parsed.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(`${parsed}/${length}`)}/${length}`;
}
