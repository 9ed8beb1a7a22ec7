import { createGrowthCheck, getFreeBytes } from "#core/disk";
import type { Quotas } from "#core/quotas";
import { ApiError } from "#core/request/errors";
import type { Database } from "#db/tables";

/** Reserved room for one upload. */
export interface Permit {
  /** Bytes that the file may use without filling the disk. */
  room: number;
  /** Passes on the bytes of the upload. Stops it if its size is unknown and the disk runs out of space. */
  watch(body: ReadableStream<Uint8Array> | null): ReadableStream<Uint8Array> | null;
}

export interface Admission {
  /**
   * Runs an upload of `announced` bytes, or of unknown size if that is 0. `counted`: bytes of it that the storage quota
   * already counts. Throws `too_many_uploads`, `storage_quota_exceeded` or `insufficient_storage`.
   */
  admit<T>(accountId: string, announced: number, upload: (permit: Permit) => Promise<T>, counted?: number): Promise<T>;
}

interface Options {
  db: Database;
  quotas: Pick<Quotas, "checkStorage">;
  dataDir: string;
  parallelUploads: number;
  freeBytes: number;
}

/** Seconds until a refused upload should be retried. */
const RETRY_AFTER = 5;

/**
 * Admits uploads: a few at a time per account, within its storage quota, and only while the disk has space. Reserves
 * space for uploads of known size.
 */
export class UploadAdmission implements Admission {
  readonly #options: Options;
  /** Number of running uploads, by account. */
  readonly #running = new Map<string, number>();
  /** Bytes that running uploads have announced. */
  #reserved = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  async admit<T>(
    accountId: string,
    announced: number,
    upload: (permit: Permit) => Promise<T>,
    counted = 0,
  ): Promise<T> {
    const { db, quotas } = this.#options;
    this.#enter(accountId, announced);
    try {
      await quotas.checkStorage(db, accountId, announced - counted);
      // This upload's own reservation is part of its room.
      return await upload({
        room: (await this.#getRoom()) + announced,
        watch: (body) =>
          body && announced === 0 ? watchGrowth(body, (bytes) => this.#checkGrown(accountId, bytes)) : body,
      });
    } finally {
      this.#leave(accountId, announced);
    }
  }

  /** Throws `too_many_uploads`. */
  #enter(accountId: string, announced: number): void {
    const count = this.#running.get(accountId) ?? 0;
    if (count >= this.#options.parallelUploads) {
      const detail = `This account is already uploading ${count} files, which is the limit. Wait until one has finished.`;
      throw new ApiError("too_many_uploads", detail, { headers: { "retry-after": String(RETRY_AFTER) } });
    }
    this.#running.set(accountId, count + 1);
    this.#reserved += announced;
  }

  #leave(accountId: string, announced: number): void {
    this.#reserved -= announced;
    const left = (this.#running.get(accountId) ?? 1) - 1;
    if (left > 0) this.#running.set(accountId, left);
    else this.#running.delete(accountId);
  }

  /**
   * Returns the bytes that may still be written, excluding reservations. Throws `insufficient_storage` if there are
   * none.
   */
  async #getRoom(): Promise<number> {
    const { dataDir, freeBytes } = this.#options;
    const room = (await getFreeBytes(dataDir)) - freeBytes - this.#reserved;
    if (room < 0) throw new ApiError("insufficient_storage");
    return room;
  }

  /** Throws `storage_quota_exceeded` or `insufficient_storage`. */
  async #checkGrown(accountId: string, bytes: number): Promise<void> {
    await this.#options.quotas.checkStorage(this.#options.db, accountId, bytes);
    await this.#getRoom();
  }
}

/** Calls `check` with the current size repeatedly while the file grows. */
function watchGrowth(
  body: ReadableStream<Uint8Array>,
  check: (bytes: number) => Promise<void>,
): ReadableStream<Uint8Array> {
  let size = 0;
  const checkSize = createGrowthCheck(check);
  const watching = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      size += chunk.byteLength;
      await checkSize(size);
      controller.enqueue(chunk);
    },
  });
  return body.pipeThrough(watching);
}
