/**
 * A video, beside the same frames drawn and piped to a native ffmpeg, and captions on it. CPU time of all processes,
 * because other work on the machine changes wall times more.
 *
 *     FFMPEG=/usr/bin/ffmpeg bun tools/bench/piped.ts      LENGTH (5 seconds), ROUNDS (3)
 */
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { renderEdit } from "#plugins/local/edit/edit";
import type { RenderTools } from "#plugins/local/render";
import { renderFrames } from "#plugins/local/video/film";
import { prepareFilm, renderVideo, type VideoInput } from "#plugins/local/video/render";
import { median } from "./rounds";

const SECONDS = Number(process.env.LENGTH ?? 5);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const input: VideoInput = {
  brief: { prompt: "Cold brew that hits different. Smooth and strong. Zero sugar. Try Nightowl today" },
  ...{ aspectRatio: "9:16", resolution: "1080p", duration: SECONDS, photos: [] },
};
const text = "I stopped buying five dollar lattes and started making this at home. You will never go back.";

async function pipe({ folder, limitCpu }: RenderTools) {
  const { film } = await prepareFilm(input, { limitCpu });
  const { size } = film;
  const video = join(folder, "piped.mp4");
  const scale = "scale=out_color_matrix=bt709:out_range=tv:flags=fast_bilinear,format=yuv420p";
  const raw = ["-f", "rawvideo", "-pix_fmt", "rgba", "-s", `${size.width}x${size.height}`, "-r", "30", "-i", "-"];
  const x264 = ["-c:v", "libx264", "-preset", "superfast", "-crf", "20", "-g", "60", "-movflags", "+faststart", video];
  const program = process.env.FFMPEG ?? "ffmpeg";
  const child = Bun.spawn([program, "-v", "error", "-y", ...raw, "-vf", scale, ...x264], { stdin: "pipe" });
  for await (const frame of renderFrames(film, () => {})) {
    child.stdin.write(frame);
    await child.stdin.flush();
  }
  await child.stdin.end();
  if ((await child.exited) !== 0) throw new Error("ffmpeg failed");
  film.close();
  const { user, system } = child.resourceUsage()!.cpuTime;
  return { video, cpu: Number(user + system) / 1e6 };
}

async function measure(name: string, work: (tools: RenderTools) => Promise<{ video: string; cpu?: number }>) {
  const folder = await mkdtemp(join(tmpdir(), "vireo-piped-"));
  const [started, before] = [performance.now(), process.cpuUsage()];
  const { video, cpu = 0 } = await work({ folder, progress() {}, limitCpu() {} });
  const { user, system } = process.cpuUsage(before);
  const result = { cpu: cpu + (user + system) / 1e6, wall: (performance.now() - started) / 1000 };
  const megabytes = (await stat(video)).size / 1e6;
  console.log(
    `  ${name}: CPU ${result.cpu.toFixed(1)} s, wall ${result.wall.toFixed(1)} s, ${megabytes.toFixed(2)} MB`,
  );
  return { ...result, video, folder };
}

const ratios: number[] = [];
const perSecond: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const made = await measure("video", (tools) => renderVideo(input, tools));
  const captions = await measure("captions on it", (tools) =>
    renderEdit(made.video, [{ operation: "captions", text, style: "karaoke", position: "bottom" }], tools),
  );
  const piped = await measure("drawn and piped", pipe);
  ratios.push(made.cpu / piped.cpu);
  perSecond.push((made.cpu + captions.cpu) / SECONDS);
  for (const { folder } of [made, captions, piped]) await rm(folder, { recursive: true, force: true });
}
console.log(`CPU of the video / of the piped one: ${median(ratios).toFixed(2)} (goal: at most 1.1)`);
console.log(`CPU per second of captioned video: ${median(perSecond).toFixed(2)} s`);
process.exit(0);
