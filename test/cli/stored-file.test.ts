import { expect, test } from "bun:test";
import { readChunks } from "#cli/backup/media";

const file = (size: number, content: string) => ({
  size,
  path: "/media/a",
  async *stream({ start = 0 } = {}) {
    if (start < content.length) yield new TextEncoder().encode(content.slice(start));
  },
});

const read = async (size: number, content: string) =>
  Buffer.concat(await Array.fromAsync(readChunks(file(size, content) as never))).toString();

test("a stored file is read to its end", async () => {
  expect(await read(5, "bread")).toBe("bread");
});

test("a stored file that has become shorter fails the backup instead of holding it up for ever", async () => {
  await expect(read(9, "bread")).rejects.toThrow("ends after 5 of 9 bytes");
});
