import { expect, test } from "bun:test";
import { formatBytes } from "#core/format-bytes";

test.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1500, "1.5 KB"],
  [3_221_225_472, "3.2 GB"],
  [5e15, "5000.0 TB"],
])("%d bytes are shown as %s", (bytes, text) => expect(formatBytes(bytes)).toBe(text));
