import type { Database } from "vireo/database";
import { transact } from "vireo/transaction";
import type { Settle, Verdict } from "./settle";

const BATCH = 100;

/** Saves verdicts. Verdicts that arrive while a transaction runs share the next one. */
export function createSaver(db: Database, settle: Settle) {
  let waiting: { verdict: Verdict; done: PromiseWithResolvers<void> }[] = [];
  let isBusy = false;

  async function write(batch: typeof waiting): Promise<void> {
    try {
      await transact(db, (trx) =>
        settle(
          trx,
          batch.map(({ verdict }) => verdict),
        ),
      );
      for (const { done } of batch) done.resolve();
    } catch (error) {
      // Save each separately, so that one failure does not lose the rest.
      if (batch.length === 1) batch[0]?.done.reject(error);
      else for (const one of batch) await write([one]);
    }
  }

  async function flush(): Promise<void> {
    isBusy = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      await write(batch);
    }
    isBusy = false;
  }

  return function save(verdict: Verdict): Promise<void> {
    const done = Promise.withResolvers<void>();
    waiting.push({ verdict, done });
    if (!isBusy) void flush();
    return done.promise;
  };
}
