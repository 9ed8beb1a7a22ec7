import ipaddr from "ipaddr.js";

/**
 * Returns the network of an address, which attempts are counted by. A customer usually has a whole IPv6 /64, so
 * counting single addresses there is pointless.
 * @param bits prefix length of an IPv4 network.
 */
export function getNetwork(address: string, bits = 32): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  const length = parsed.kind() === "ipv4" ? bits : 64;
  return `${(parsed.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(`${parsed}/${length}`)}/${length}`;
}
