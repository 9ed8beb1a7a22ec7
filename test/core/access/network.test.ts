import { expect, test } from "bun:test";
import { getNetwork, parseForwarded } from "#core/access/network";

test.each([
  ["203.0.113.10", "203.0.113.10/32"],
  ["203.0.113.10:40001", "203.0.113.10/32"],
  ["6.6.6.6, 203.0.113.10:40002", "203.0.113.10/32"],
  ['"203.0.113.10:40001"', "203.0.113.10/32"],
  ["::ffff:203.0.113.10", "203.0.113.10/32"],
  ["[::ffff:203.0.113.10]:40001", "203.0.113.10/32"],
  ["2001:db8::1", "2001:db8::/64"],
  ["[2001:db8::1]", "2001:db8::/64"],
  ["[2001:db8::1]:443", "2001:db8::/64"],
  ['"[2001:db8::1]"', "2001:db8::/64"],
  ['6.6.6.6,"[2001:DB8::2]:443"', "2001:db8::/64"],
])("a proxy that sends %s names the network %s", (header, network) => {
  expect(getNetwork(parseForwarded(header) ?? "")).toBe(network);
});

test.each([
  null,
  "",
  ",",
  "203.0.113.10,",
  "unknown",
  "_hidden",
  "proxy.example:80",
  "[unknown]:80",
  "1.2.3",
  "1.2.3.4:x",
])("a proxy that sends %p names no network, so its own address counts", (header) => {
  expect(parseForwarded(header)).toBeUndefined();
});
