/** Whether renders hold up requests: p99 of GET /health while a video renders, beside idle, in one run. */
import { startApp } from "#test/app";
import { loadFromOutside } from "./load";

const app = await startApp({ port: 0, credits: { unlimited: true, initial: 0, lowAt: 0 } } as never);
const url = await app.vireo.listen();
const probe = (seconds: number) => loadFromOutside({ url: `${url.origin}/health`, connections: 1, seconds });
await probe(1);
const idle = await probe(5);
const { body } = await app.api("POST", "/videos/generate", {
  prompt: "A long clip about running shoes",
  duration: 20,
  resolution: "1080p",
});
await Bun.sleep(1500);
const busy = await probe(8);
const { body: after } = await app.api("GET", `/videos/${body.videoId}`);
console.log(
  `idle p50 ${idle.p50} p99 ${idle.p99} ms; rendering p50 ${busy.p50} p99 ${busy.p99} ms; the video was ${after.status}`,
);
console.log(`ratio of p99: ${(busy.p99 / idle.p99).toFixed(2)} (goal: at most 3)`);
await app.stop();
process.exit(0);
