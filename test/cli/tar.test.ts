import { expect, test } from "bun:test";
import { BLOCK, decodeHeader, encodeHeader, getPadding } from "#cli/backup/tar";

const now = new Date(1_700_000_000_000);

/** Changes bytes of a header and corrects its checksum, as a forged archive would. */
function forge(at: number, text: string): Uint8Array {
  const block = encodeHeader({ name: "media/a", size: 3 }, now);
  block.set(new TextEncoder().encode(text), at);
  block.fill(0x20, 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.set(new TextEncoder().encode(`${sum.toString(8).padStart(6, "0")}\0 `), 148);
  return block;
}

test("a header is read as it was written", () => {
  const entry = { name: "tables/accounts/000001.jsonl.zst", size: 8 ** 11 - 1 };
  expect(decodeHeader(encodeHeader(entry, now))).toEqual(entry);
  expect(decodeHeader(new Uint8Array(BLOCK))).toBeUndefined();
  expect([0, 1, 511, 512, 513].map(getPadding)).toEqual([0, 511, 1, 0, 511]);
});

test("names and sizes that the format cannot hold are refused", () => {
  expect(() => encodeHeader({ name: "x".repeat(101), size: 1 }, now)).toThrow("too long");
  expect(() => encodeHeader({ name: "x", size: 8 ** 11 }, now)).toThrow("too large");
});

test("a damaged or truncated header is refused", () => {
  const block = encodeHeader({ name: "media/a", size: 3 }, now);
  block[3]! ^= 1;
  expect(() => decodeHeader(block)).toThrow("damaged");
  expect(() => decodeHeader(block.subarray(0, 100))).toThrow("truncated");
});

test.each(["1", "2", "3", "5", "L", "x"])(
  "an entry of type %s (link, device, folder, extension) is refused",
  (type) => {
    expect(decodeHeader(forge(0, "media/b"))).toEqual({ name: "media/b", size: 3 });
    expect(() => decodeHeader(forge(156, type))).toThrow("not a Vireo backup");
  },
);
