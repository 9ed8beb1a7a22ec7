import { open, rm } from "node:fs/promises";

/**
 * Writes chunks to a new file one at a time, so that a slow disk slows down the source. `sync` flushes the file to disk
 * before returning. Removes the file on any failure. Returns the size in bytes.
 */
export async function writeChunks(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  options: { sync?: boolean } = {},
): Promise<number> {
  const file = await open(path, "wx", 0o600).catch(async (error) => {
    await chunks[Symbol.asyncIterator]().return?.();
    throw error;
  });
  let size = 0;
  try {
    for await (const chunk of chunks) {
      for (let offset = 0; offset < chunk.byteLength; ) {
        const { bytesWritten } = await file.write(chunk, offset, chunk.byteLength - offset);
        offset += bytesWritten;
      }
      size += chunk.byteLength;
    }
    if (options.sync) await file.sync();
  } catch (error) {
    await file.close().catch(() => {});
    await rm(path, { force: true });
    throw error;
  }
  await file.close();
  return size;
}
