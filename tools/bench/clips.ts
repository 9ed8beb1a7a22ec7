/**
 * CPU time of clips: reading a long video against its length, reframing against a trim of the same part, and a trim whose
 * pictures are copied against one that is encoded, as that of a file whose pictures cannot be copied. All are made in turn,
 * so that what else the machine does hits all alike.
 */
import { join } from "node:path";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { aac, BT709, h264, mp4 } from "#plugins/local/codec/formats";
import { runMediaJob } from "#plugins/local/codec/media-job";
import { renderEdit } from "#plugins/local/edit/edit";
import { readFile, writeEditedFile } from "#plugins/local/edit/video-file";
import { readVideo } from "#plugins/local/moments/read";
import { tools } from "#test/plugins/local/edit-clips";
import { median } from "./rounds";

const MINUTES = 1;
const CLIP = { start: 24, end: 36 };
/** Most of the video, not from a key frame to another. */
const LONG = { start: 1.3, end: MINUTES * 60 - 1.3 };
const ROUNDS = 3;
const SIZE = { width: 1920, height: 1080 };
/** The camera shows two people, then one, each for so many seconds. */
const SHOTS = { two: 7, one: 5 };
const portraits = join(import.meta.dir, "../../test/plugins/local/reframe");
const kit = tools();

/** Draws what is shown, at one picture a second. */
async function* drawTalk() {
  const [left, right] = await Promise.all([1, 2].map((at) => loadImage(join(portraits, `portrait-${at}.jpg`))));
  const canvas = createCanvas(SIZE.width, SIZE.height);
  const pen = canvas.getContext("2d");
  for (let second = 0; second < MINUTES * 60; second++) {
    const isTwo = second % (SHOTS.two + SHOTS.one) < SHOTS.two;
    pen.fillStyle = isTwo ? "#335544" : "#443355";
    pen.fillRect(0, 0, SIZE.width, SIZE.height);
    if (isTwo) pen.drawImage(left!, 250, 250, 480, 600);
    if (isTwo) pen.drawImage(right!, 1200, 250, 450, 600);
    else pen.drawImage(left!, 500, 80, 800, 1000);
    yield new Uint8Array(pen.getImageData(0, 0, SIZE.width, SIZE.height).data.buffer);
  }
}

/** Films the talk with a camera that moves a little, and grain. */
async function film(): Promise<string> {
  const path = join(kit.folder, "long.mp4");
  const move = "scale=1952:1098,crop=1920:1080:x='16+14*sin(t)':y='9+8*sin(1.7*t)'";
  await runMediaJob({
    inputs: [{ frames: drawTalk(), size: SIZE, fps: 1 }],
    filters: `[0v]fps=30,${move},noise=alls=3:allf=t,scale=out_color_matrix=bt709:out_range=tv[v];anoisesrc=d=${MINUTES * 60}:a=0.1,tremolo=f=0.5:d=0.9[a]`,
    v: h264(18, BT709),
    a: aac(),
    target: mp4(path),
  });
  return path;
}

async function measureCpu(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const path = await film();
const reading = await measureCpu(() => readVideo(path, { content: "auto" }, kit));
console.log(`reading an hour: ${((reading / MINUTES) * 60).toFixed(0)} s of CPU time (goal: at most 360)`);

async function trim(part: typeof CLIP): Promise<void> {
  const file = await readFile(path, kit, part);
  const cut = `trim=end=${file.duration},${file.pace}`;
  await writeEditedFile(file, { pictures: `[0v]${file.prepare},${cut}[v]`, sound: "", duration: file.duration }, kit);
}
const reframe = (mode: "center" | "auto") =>
  renderEdit(
    path,
    [
      { operation: "trim", ...CLIP },
      { id: "r", operation: "reframe", aspectRatio: "9:16", mode },
    ],
    kit,
  );

const works = { trim: () => trim(CLIP), center: () => reframe("center"), auto: () => reframe("auto") };
const names = Object.keys(works) as (keyof typeof works)[];
const ratios = { trim: [] as number[], center: [] as number[], auto: [] as number[] };
for (let round = 0; round < ROUNDS; round++) {
  const taken = { trim: 0, center: 0, auto: 0 };
  for (let at = 0; at < names.length; at++) {
    const name = names[(round + at) % names.length]!;
    taken[name] = await measureCpu(works[name]);
  }
  for (const name of names) ratios[name].push(taken[name] / taken.trim);
  console.log(names.map((name) => `${name} ${taken[name].toFixed(2)} s`).join(", "));
}
for (const name of ["center", "auto"] as const)
  console.log(`reframe ${name}: ${median(ratios[name]).toFixed(2)} times a trim (goal: at most 1.5)`);
const encoded = await measureCpu(() => trim(LONG));
const copied = await measureCpu(() => renderEdit(path, [{ operation: "trim", ...LONG }], kit));
console.log(
  `a trim that copies pictures: ${(encoded / copied).toFixed(1)} times less than one that is encoded (goal: 10)`,
);
console.log(`peak memory: ${(process.resourceUsage().maxRSS / 1e3).toFixed(0)} MB (goal: at most 600)`);
process.exit(0);
