import { createGrowthCheck, getFreeBytes } from "#core/disk";
import { FetchError } from "#core/fetch/error";

/** Largest total size of the downloads of one run. */
const MAX_BYTES = 4 * 1024 ** 3;

/**
 * Limits the total downloads of a run. A request may name dozens of URLs of unknown size, and the disk also holds the
 * database.
 * @param freeBytes disk space that must stay free.
 */
export function createRunSpace(folder: string, freeBytes: number) {
  let total = 0;
  const checkDisk = createGrowthCheck(async () => {
    if ((await getFreeBytes(folder)) < freeBytes)
      throw new FetchError("too_large", "The server has too little free disk space for the files of this request.");
  });
  return async function count(bytes: number): Promise<void> {
    total += bytes;
    if (total > MAX_BYTES)
      throw new FetchError("too_large", `The files of this request exceed ${MAX_BYTES} bytes in total.`);
    await checkDisk(total);
  };
}
