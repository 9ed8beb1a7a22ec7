/** CPU time of clips: reading a long video against its length, and reframing against a plain trim. */
import { join } from "node:path";
import { aac } from "#plugins/local/codec/formats";
import { type Layer, renderEdit } from "#plugins/local/edit/edit";
import { readVideo } from "#plugins/local/moments/read";
import { fastH264, synthesize, tools } from "#test/plugins/local/edit-clips";

const MINUTES = 3;
const CLIP = { start: 60, end: 80 };
const kit = tools();
const path = join(kit.folder, "long.mp4");
await synthesize(path, {
  pictures: `testsrc2=size=1920x1080:rate=30:duration=${MINUTES * 60}`,
  sound: `sine=frequency=300:duration=${MINUTES * 60}`,
  v: fastH264(),
  a: aac(),
});

async function measureCpu(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const reading = await measureCpu(() => readVideo(path, { content: "auto" }, kit));
console.log(`reading an hour: ${((reading / MINUTES) * 60).toFixed(0)} s of CPU time (goal: at most 360)`);

const cut: Layer = { operation: "trim", ...CLIP };
const edit = (...layers: Layer[]) => measureCpu(() => renderEdit(path, [cut, ...layers], kit));
const plain = await edit();
for (const mode of ["center", "auto"] as const) {
  const reframed = await edit({ id: "r", operation: "reframe", aspectRatio: "9:16", mode });
  console.log(`reframe ${mode}: ${(reframed / plain).toFixed(2)} times a trim (goal: at most 1.5)`);
}
console.log(`peak memory: ${(process.resourceUsage().maxRSS / 1e3).toFixed(0)} MB (goal: at most 600)`);
process.exit(0);
