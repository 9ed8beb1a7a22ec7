/** Uploads hostile files for as long as MINUTES says. Prints the seed and the name of every file that is taken badly. */
import { startApp } from "#test/app";
import { createCorpus } from "#test/fuzz/corpus";
import { tryUpload } from "#test/fuzz/upload";

const MINUTES = Number(process.env.MINUTES ?? 10);
const FILES_PER_SEED = 200;
const firstSeed = Number(process.env.SEED ?? Date.now() % 1_000_000);

const app = await startApp();
const { api } = await app.account();
const until = Date.now() + MINUTES * 60_000;
const statuses = new Map<number, number>();
let faults = 0;
let slowest = 0;
for (let seed = firstSeed; Date.now() < until; seed++) {
  for await (const file of createCorpus(seed, FILES_PER_SEED)) {
    const { status, ms, fault } = await tryUpload(app, api, file);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    slowest = Math.max(slowest, ms);
    if (fault) {
      faults++;
      console.log(`seed ${seed}, ${file.name}: ${fault}`);
    }
    if (Date.now() >= until) break;
  }
}
const counts = [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ");
console.log(`${counts}; slowest ${Math.round(slowest)} ms; ${faults} faults (goal: 0)`);
await app.stop();
process.exit(faults === 0 ? 0 : 1);
