/** What the picture of a moment shows, and who speaks in it. */
import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { mp4 } from "#plugins/local/codec/formats";
import { runMediaJob } from "#plugins/local/codec/media-job";
import { findMoments } from "#plugins/local/moments/find-moments";
import { findLayout } from "#plugins/local/moments/layout";
import { readVideo } from "#plugins/local/moments/read";
import type { Reading } from "#plugins/local/moments/types";
import { readSubtitles } from "#sdk/captions/subtitles";
import { fastH264, synthesize, tools } from "#test/plugins/local/edit-clips";

const kit = tools();
const SIZE = { width: 1280, height: 720 };
const SECONDS = 18;
/** What is drawn, each for 18 seconds. */
const PARTS = ["one", "two", "slide", "webcam", "nobody"] as const;

async function* draw() {
  const folder = join(import.meta.dir, "../reframe");
  const [one, other] = await Promise.all([1, 2].map((at) => loadImage(join(folder, `portrait-${at}.jpg`))));
  const canvas = createCanvas(SIZE.width, SIZE.height);
  const pen = canvas.getContext("2d");
  for (const part of PARTS) {
    const hasText = part === "slide" || part === "webcam";
    pen.fillStyle = hasText ? "#ffffff" : "#335544";
    pen.fillRect(0, 0, SIZE.width, SIZE.height);
    pen.fillStyle = "#000000";
    pen.font = "30px sans-serif";
    if (hasText)
      for (let line = 0; line < 14; line++)
        pen.fillText("Costs fell in all four regions until the summer, and then they rose", 40, 60 + 46 * line);
    if (part === "one") pen.drawImage(one!, 200, 150, 320, 400);
    if (part === "two") pen.drawImage(one!, 120, 150, 320, 400);
    if (part === "two") pen.drawImage(other!, 820, 150, 300, 400);
    if (part === "webcam") pen.drawImage(one!, 1080, 500, 160, 200);
    const picture = new Uint8Array(pen.getImageData(0, 0, SIZE.width, SIZE.height).data.buffer);
    for (let second = 0; second < SECONDS; second++) yield picture;
  }
}

let reading: Reading;
beforeAll(async () => {
  const path = join(kit.folder, "parts.mp4");
  const v = { ...fastH264(), options: { preset: "ultrafast", g: "4" } };
  await runMediaJob({
    inputs: [{ frames: draw(), size: SIZE, fps: 1 }],
    filters: "[0v]fps=2[v]",
    v,
    target: mp4(path),
  });
  ({ reading } = await readVideo(path, { content: "auto" }, kit));
});

test.each([
  ["one", "face"],
  ["two", "two_faces"],
  ["slide", "screen"],
  ["webcam", "screen"],
  ["nobody", "wide"],
] as const)("a moment with %s shows: %s", (part, layout) => {
  const start = SECONDS * PARTS.indexOf(part);
  expect(findLayout(reading, start + 1, start + SECONDS - 1)).toBe(layout);
});

test("a new shot is found to the picture, soon after a key frame, too", async () => {
  const path = join(kit.folder, "shots.mp4");
  const [size, cut] = ["640x360", 4.5];
  const shots = [`testsrc2=s=${size}:r=30:d=${cut}[a]`, `smptebars=s=${size}:r=30:d=${8 - cut}[b]`];
  const v = { codec: "libx264", options: { "x264-params": "keyint=120:min-keyint=60:scenecut=80" }, format: "null" };
  await synthesize(path, { pictures: `${shots.join(";")};[a][b]concat`, v });
  expect((await readVideo(path, { content: "auto" }, kit)).reading.cuts).toEqual([cut]);
});

test("the layout of a moment is that of most of its pictures, or of the nearest one", () => {
  const looks = (["wide", "face", "face", "screen"] as const).map((layout, i) => ({ time: 6 * i, layout }));
  expect(findLayout({ looks }, 0, 20)).toBe("face");
  expect(findLayout({ looks }, 19, 23)).toBe("screen");
  expect(findLayout({ looks: [] }, 0, 20)).toBeUndefined();
});

describe("speakers", () => {
  const silent: Reading = { duration: 60, levels: [], cuts: [], motion: [], looks: [], pitches: [] };
  const text = (name: string, i: number) =>
    `Question ${i} is why nobody at ${name} ever asked the customers first. That changed in the year 20${10 + i}.`;
  const clock = (seconds: number) => `00:00:${String(seconds).padStart(2, "0")}.000`;
  const write = (label: (name: string) => string, names: string[]) =>
    `WEBVTT\n\n${names.map((name, i) => `${clock(6 * i)} --> ${clock(6 * i + 6)}\n${label(name)}${text(name, i)}\n`).join("\n")}`;
  const count = (file: string) => {
    const cues = readSubtitles(file)!;
    const { moments } = findMoments(silent, cues, { minSeconds: 20, maxSeconds: 60, content: "auto" });
    expect(moments.length).toBeGreaterThan(0);
    return moments.map(({ speakers }) => speakers);
  };
  const names = ["Ann", "Bob", "Ann", "Bob", "Ann", "Bob", "Ann", "Bob"];

  test("are counted by the voices of a WebVTT file", () => {
    for (const speakers of count(write((name) => `<v ${name}>`, names))) expect(speakers).toBe(2);
  });

  test("are counted by names before the text, which are not part of it", () => {
    const file = write((name) => `${name}: `, names);
    for (const speakers of count(file)) expect(speakers).toBe(2);
    expect(readSubtitles(file)![0]).toMatchObject({ speaker: "Ann", text: text("Ann", 0) });
  });

  test("are not guessed where nobody is named", () => {
    for (const speakers of count(write(() => "", names))) expect(speakers).toBeUndefined();
  });

  test("are no words that happen to stand before a colon", () => {
    const file = write((name) => (name === "Ann" ? "Note: " : ""), ["Ann", "Bob", "Bob", "Bob", "Bob", "Bob"]);
    for (const speakers of count(file)) expect(speakers).toBeUndefined();
    expect(readSubtitles(file)![0]!.text).toStartWith("Note: ");
  });
});
