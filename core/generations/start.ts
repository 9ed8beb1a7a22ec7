import type { Engine } from "#core/engine";
import type { Queue } from "#core/generations/claim";
import { createNextTask } from "#core/generations/create";
import type { GenerationDeps } from "#core/generations/deps";
import { getQueueName } from "#core/generations/generation";
import { pollDueTasks, pollSoon } from "#core/generations/poll";
import { READS } from "#core/generations/reads";
import { recover, releaseAll } from "#core/generations/recover";
import { cancel } from "#core/generations/settle";
import type { Jobs } from "#core/jobs/jobs";

const DEFAULT_CONCURRENCY = 4;

/** Runs generations: one queue per engine, so that a slow engine does not delay the others, and two schedules. */
export function createGenerationWork(deps: GenerationDeps) {
  return {
    /** Declares queues and schedules. Call it once all engines and kinds are known. */
    async declare(jobs: Jobs): Promise<void> {
      const kinds = [...deps.kinds.values()];
      const slots = new Set(kinds.flatMap(({ slot, otherSlots = [] }) => [slot, ...otherSlots]));
      const queues = [...slots].flatMap((slot) =>
        deps.engines.of(slot).map((engine) => {
          const name = getQueueName(slot, engine.name);
          const own = kinds.filter((kind) => kind.slot === slot).map(({ kind }) => kind);
          const queue: Queue = { name, engine: engine.name, slot, kinds: own };
          return jobs.define(name, {
            concurrency: engine.concurrency ?? DEFAULT_CONCURRENCY,
            // `recover` requeues lost work; a retry of the job could repeat a paid call.
            retryLimit: 0,
            run: (_data, signal) => createNextTask(deps, queue, engine as Engine<unknown>, signal),
          });
        }),
      );
      await Promise.all(queues);
      jobs.schedule(READS, {
        cron: "*/2 * * * * *",
        due: "(select min(next_read_at) from generations where status = 'processing' and task is not null)",
        run: (signal) => pollDueTasks(deps, signal),
      });
      jobs.schedule("generations.recover", {
        cron: "*/5 * * * * *",
        due: "(select timestamptz '-infinity' where exists (select from generations where status in ('pending', 'processing')))",
        run: () => recover(deps),
      });
    },
    recover: () => recover(deps),
    cancel: (id: string, accountId: string) => cancel(deps, id, accountId),
    pollSoon: (id: string) => pollSoon(deps, id),
    releaseAll: () => releaseAll(deps),
  };
}
