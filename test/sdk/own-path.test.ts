/** Whatever a link says, the page opened after a sign-in is one of this server. */
import { expect, test } from "bun:test";
import { toOwnPath } from "#sdk/own-path";

test.each([
  undefined,
  null,
  "",
  "library",
  "https://evil.example",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r\\evil.example",
  "\t//evil.example",
  " //evil.example",
  "/\t\n\r/evil.example",
  "//user:password@evil.example",
  "/\t/own.invalid@evil.example",
  "//own.invalid.evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/a/..//evil.example",
  "/%2e//evil.example",
  "/.\\\\evil.example",
  "javascript:alert(1)",
  "java\tscript:alert(1)",
  "data:text/html,x",
  "//[::1]:80",
  "//%",
])("%j opens the start page", (path) => {
  expect(toOwnPath(path)).toBe("/");
});

test.each([
  ["/", "/"],
  ["/library?kind=video#top", "/library?kind=video#top"],
  ["/library/../settings", "/settings"],
  // Encoded once more, these are characters of a path.
  ["/%09/evil.example", "/%09/evil.example"],
  ["/%2f/evil.example", "/%2f/evil.example"],
  ["/%5cevil.example", "/%5cevil.example"],
  ["/@evil.example", "/@evil.example"],
  ["/a//evil.example", "/a//evil.example"],
  ["/x?to=//evil.example", "/x?to=//evil.example"],
  ["/日本 \u0001?q=\u0000€", "/%E6%97%A5%E6%9C%AC%20%01?q=%00%E2%82%AC"],
])("%j opens %s", (path, opened) => {
  expect(toOwnPath(path)).toBe(opened);
  expect(new URL(opened, "https://vireo.example").origin).toBe("https://vireo.example");
});
