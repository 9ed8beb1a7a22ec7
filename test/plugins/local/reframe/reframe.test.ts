/** Videos in another shape: what they show of the picture. */
import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { mp4 } from "#plugins/local/codec/formats";
import { runMediaJob } from "#plugins/local/codec/media-job";
import { renderEdit } from "#plugins/local/edit/edit";
import { type Face, type FaceFinder, openFaceFinder } from "#plugins/local/reframe/faces";
import { clip, fastH264, readPictures, tools } from "#test/plugins/local/edit-clips";

const kit = tools();
const SOURCE = { width: 1280, height: 720, fps: 10 };
/** Seconds of the parts: a person who walks to the right, another at the right, a slide. */
const PARTS = { walk: [0, 4], stand: [4, 7], slide: [7, 10] } as const;

async function* drawTalk() {
  const [walker, stander] = await Promise.all(
    [1, 2].map((at) => loadImage(join(import.meta.dir, `portrait-${at}.jpg`))),
  );
  const canvas = createCanvas(SOURCE.width, SOURCE.height);
  const pen = canvas.getContext("2d");
  for (let at = 0; at < PARTS.slide[1] * SOURCE.fps; at++) {
    const time = at / SOURCE.fps;
    const isSlide = time >= PARTS.slide[0];
    pen.fillStyle = isSlide ? "#ffffff" : time >= PARTS.stand[0] ? "#443355" : "#335544";
    pen.fillRect(0, 0, SOURCE.width, SOURCE.height);
    if (time < PARTS.walk[1]) pen.drawImage(walker!, 100 + 80 * time, 150, 320, 400);
    else if (!isSlide) pen.drawImage(stander!, 880, 150, 300, 400);
    else {
      pen.fillStyle = "#000000";
      pen.font = "44px sans-serif";
      for (let line = 0; line < 9; line++)
        pen.fillText("Costs fell in all four regions until summer", 60, 90 + 70 * line);
    }
    yield new Uint8Array(pen.getImageData(0, 0, SOURCE.width, SOURCE.height).data.buffer);
  }
}

let talk: string;
let finder: FaceFinder;
beforeAll(async () => {
  talk = join(kit.folder, "talk.mp4");
  const { width, height, fps } = SOURCE;
  const input = { frames: drawTalk(), size: { width, height }, fps };
  await runMediaJob({ inputs: [input], filters: "[0v]fps=15[v]", v: fastH264(), target: mp4(talk) });
  finder = await openFaceFinder();
});

const reframe = (fields: object) =>
  renderEdit(talk, [{ id: "one", operation: "reframe", aspectRatio: "9:16", mode: "auto", ...fields }], kit);

/** The best face in a picture each half second. */
async function listFaces(video: string): Promise<(Face | undefined)[]> {
  const size = { width: 360, height: 640 };
  const faces: (Face | undefined)[] = [];
  for (const rgb of await readPictures(video, { ...size, rate: 2 }))
    faces.push((await finder.find(rgb, size.width, size.height))[0]);
  return faces;
}

describe("a talk becomes upright", () => {
  test("and shows the person who walks, the one at the side, and the slide as a whole", async () => {
    const { video, width, height, shots } = await reframe({});
    expect([width, height]).toEqual([720, 1280]);
    expect(shots!.one!.map(({ start, mode }) => [start, mode])).toEqual([
      [PARTS.walk[0], "fill"],
      [PARTS.stand[0], "fill"],
      [PARTS.slide[0], "fit"],
    ]);
    const faces = await listFaces(video);
    const people = faces.slice(0, PARTS.slide[0] * 2);
    expect(people.every((face) => face && Math.abs(face.x - 0.5) < 0.25)).toBe(true);
    expect(faces.slice(PARTS.slide[0] * 2)).toEqual(Array(6).fill(undefined));
  });

  test("and keeps the shots that somebody has chosen, wherever faces are", async () => {
    const left = { start: 4, end: 7, mode: "fill", focus: { x: 0.1, y: 0.5 } };
    const { video, shots } = await reframe({ shots: [left] });
    expect(shots!.one!.map(({ start, end }) => [start, end])).toEqual([
      [0, 4],
      [7, 10],
    ]);
    const faces = await listFaces(video);
    expect([faces[2] !== undefined, faces[9], faces[12]]).toEqual([true, undefined, undefined]);
  });
});

test("a path that a chosen shot cuts into ends there", async () => {
  const { shots } = await reframe({ shots: [{ start: 2, end: 10, mode: "fit" }] });
  const [walk, ...others] = shots!.one!;
  expect([walk!.start, walk!.end, others]).toEqual([0, 2, []]);
  expect(walk!.path!.at(-1)!.time).toBe(2);
});

test.each([
  ["1:1", 720, 720],
  ["4:5", 720, 900],
  ["16:9", 1280, 720],
] as const)("the shape %s has %d × %d pixels", async (aspectRatio, width, height) => {
  const short = await clip(kit, "short.mp4", { size: "1280x720", seconds: 0.2, sound: false });
  const layer = { id: "one", operation: "reframe", aspectRatio, mode: "center" } as const;
  expect(await renderEdit(short, [layer], kit)).toMatchObject({ width, height });
});

test("two parts of the picture are shown on top of each other", async () => {
  const split = { start: 0, end: 10, mode: "split", focus: { x: 0.2, y: 0.5 }, second: { x: 0.8, y: 0.5 } };
  const { video } = await reframe({ shots: [split] });
  const faces = await listFaces(video);
  expect([faces[2]!.y < 0.5, faces[10]!.y > 0.5]).toEqual([true, true]);
});

test("captions are between two panels, and off a picture that is shown whole", async () => {
  const place = { focus: { x: 0.2, y: 0.5 }, second: { x: 0.8, y: 0.5 } };
  const shots = [
    { start: 0, end: 5, mode: "split", ...place },
    { start: 5, end: 10, mode: "fit" },
  ];
  const green = { color: "#00ff00", highlightColor: "#00ff00" };
  const say = (start: number) => ({ start, end: start + 4, text: "Four words of text" });
  const { video } = await renderEdit(
    talk,
    [
      { id: "one", operation: "reframe", aspectRatio: "9:16", mode: "auto", shots: shots as never },
      {
        id: "two",
        operation: "captions",
        style: "bold",
        position: "bottom",
        transcript: [say(0.5), say(5.5)],
        ...green,
      },
    ],
    kit,
  );
  const size = { width: 180, height: 320 };
  const pictures = await readPictures(video, { ...size, rate: 1 });
  const findRows = (rgb: Uint8Array) =>
    Array.from({ length: size.height }, (_, y) => y / size.height).filter((_, y) =>
      Array.from({ length: size.width }, (_, x) => 3 * (y * size.width + x)).some(
        (at) => rgb[at + 1]! > 200 && rgb[at]! < 90 && rgb[at + 2]! < 90,
      ),
    );
  const [split, whole] = [2, 7].map((second) => findRows(pictures[second]!)) as [number[], number[]];
  expect([split.length, whole.length].every((rows) => rows > 5)).toBe(true);
  expect([split[0]! > 0.35, split.at(-1)! < 0.61]).toEqual([true, true]);
  expect(whole[0]!).toBeGreaterThan(0.65);
});
