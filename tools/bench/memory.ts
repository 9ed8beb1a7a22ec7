/**
 * Memory of the server over many renders: it must stay flat, because the work is done in child processes.
 *
 *     bun tools/bench/memory.ts      RENDERS (200), EVERY (20)
 */
import { startApp } from "#test/app";
import { median } from "./rounds";

const RENDERS = Number(process.env.RENDERS ?? 200);
const EVERY = Number(process.env.EVERY ?? 20);
const SIDE_BY_SIDE = 2;

const app = await startApp({ credits: { unlimited: true, initial: 0, lowAt: 0 } } as never);
const started = performance.now();
const sizes: number[] = [];
let next = 0;

/** Posters, and every twentieth is a short clip. */
async function render(at: number): Promise<void> {
  const [path, body] =
    at % 20 === 19
      ? ["videos", { prompt: `Cold brew number ${at}. Try it today`, duration: 3, resolution: "720p" }]
      : ["images", { prompt: `Cold brew number ${at}, ten percent off` }];
  const { status, body: answer } = await app.api("POST", `/${path}/generate`, body);
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(answer)}`);
  const { status: state } = await app.ended(`/${path}/${answer.imageId ?? answer.videoId}`);
  if (state !== "completed") throw new Error(`${path} ${state}`);
}

async function work(): Promise<void> {
  while (next < RENDERS) {
    const at = next++;
    await render(at);
    if ((at + 1) % EVERY > 0) continue;
    Bun.gc(true);
    const size = process.memoryUsage.rss() / 1e6;
    sizes.push(size);
    console.log(`  ${at + 1} renders, ${((performance.now() - started) / 1000).toFixed(0)} s: ${size.toFixed(0)} MB`);
  }
}

await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
const half = Math.floor(sizes.length / 2);
const growth = median(sizes.slice(half)) / median(sizes.slice(0, half));
console.log(`second half / first half: ${growth.toFixed(2)} (goal: at most 1.1)`);
await app.stop();
process.exit(0);
