import ipaddr from "ipaddr.js";

/**
 * The network of an address, to count by. A customer has a whole /64 of IPv6, so single addresses there mean nothing.
 * @param bits prefix length of an IPv4 network.
 */
export function getNetwork(address: string, bits = 32): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  const length = parsed.kind() === "ipv4" ? bits : 64;
  return `${(parsed.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(`${parsed}/${length}`)}/${length}`;
}
