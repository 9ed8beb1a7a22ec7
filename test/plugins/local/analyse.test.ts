import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { analyse } from "#plugins/local/analyse/analyse";
import { createReading, measure } from "#plugins/local/analyse/measure";
import { correct } from "#plugins/local/analyse/read-text";
import { sample } from "#plugins/local/analyse/samples";
import { aac, mp4 } from "#plugins/local/codec/formats";
import { runMediaJob } from "#plugins/local/codec/media-job";
import { createRandom as randomFrom } from "#plugins/local/draw/random";
import { getCanvasFont, registerFonts } from "#plugins/local/fonts/canvas";
import type { AnalyseRequest, AnalysisFacts } from "#sdk/slots/analyse";
import type { Scene } from "#sdk/slots/storyboard";
import { judgeAnalysis } from "#sdk/testing/conformance/analyse";
import { clip, fastH264, scratch, tools } from "#test/plugins/local/edit-clips";
import { sounds } from "#test/plugins/local/sounds";
import { encodeWav } from "./sounds";

// Drawn with bundled fonts, because each machine has others.
registerFonts();
const folder = scratch();
const CARD = ["Order now", "while it is fresh"];

/** Red for two seconds, blue for three with speech, then a title card for three; the sound falls silent with it. */
async function film(): Promise<string> {
  const canvas = createCanvas(360, 640);
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#16a34a";
  pen.fillRect(0, 0, 360, 640);
  pen.fillStyle = "#fff";
  pen.textAlign = "center";
  pen.font = getCanvasFont("Montserrat", 40);
  CARD.forEach((line, i) => void pen.fillText(line, 180, 300 + 70 * i, 340));
  const [card, wav, path] = ["card.png", "sound.wav", "film.mp4"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await Bun.write(card, canvas.toBuffer("image/png"));
  const sound = Float32Array.from([...sounds.music!(2), ...sounds.speech!(3), ...sounds.silence!(3)]);
  await Bun.write(wav, encodeWav(sound, sound, 16_000));
  const color = (name: string, seconds: number) => `color=${name}:s=360x640:r=25:d=${seconds}`;
  const pixels = pen.getImageData(0, 0, 360, 640).data;
  const frame = new Uint8Array(pixels.buffer);
  await runMediaJob({
    inputs: [
      { frames: Array.from({ length: 75 }, () => frame), size: { width: 360, height: 640 }, fps: 25 },
      { left: sound, right: sound, sampleRate: 16_000 },
    ],
    filters: `${color("red", 2)}[red];${color("blue", 3)}[blue];[0v]format=yuv420p,setsar=1[card];[red][blue][card]concat=n=3[v];[1a]anull[a]`,
    v: fastH264(),
    a: aac(),
    target: mp4(path),
  });
  return path;
}
const path = await film();
const request = (more: Partial<AnalyseRequest> = {}): AnalyseRequest => ({
  model: "local-measure-1",
  url: "https://x/y",
  ...more,
});
const types = ({ keyframes }: AnalysisFacts) => keyframes.map(({ type }) => type);

test("a film whose scenes are known is analysed with its texts, its hook and its call to action", async () => {
  const scenes: Scene[] = [
    { kind: "hook", text: "Stop buying stale bread", seconds: 2 },
    { kind: "point", text: "Baked at five", subtext: "every morning", seconds: 3 },
    { kind: "cta", text: CARD.join(" "), seconds: 3 },
  ];
  const facts = await analyse(path, request({ scenes, caption: "Make an ad for a bakery" }), tools());
  judgeAnalysis({ ...facts }, request());
  expect(facts.hook).toBe("Stop buying stale bread");
  expect(facts.summary).toContain("Call to action: “Order now while it is fresh” at 5 s.");
  expect(facts.keyframes.map(({ text }) => text)).toEqual([
    ...Array(2).fill("Stop buying stale bread"),
    ...Array(3).fill("Baked at five / every morning"),
    ...Array(3).fill("Order now while it is fresh"),
  ]);
  expect(types(facts).slice(-3)).toEqual(["cta", "cta", "cta"]);
  expect(facts.hooksToTest[0]).toMatch(/bread|stale/i);

  // Of a version that was cut, nobody knows what is shown when: it is read.
  const cut = await analyse(path, request({ scenes: scenes.slice(0, 2) }), tools());
  expect(cut.keyframes.map(({ text }) => text)).toEqual([...Array(5).fill(""), ...Array(3).fill(CARD.join(" / "))]);
});

/** Yellow and white captions with a black edge over a picture full of details, then dark words on a light ground. */
async function captioned(): Promise<string> {
  const shown = [
    { text: "STOP BAKING", color: "#ffd400" },
    { text: "STALE BREAD", color: "#fff" },
    { text: "RESTS 12 HOURS", color: "#fff" },
    { text: "Follow for more", color: "#111" },
  ];
  const canvas = createCanvas(360, 640);
  const pen = canvas.getContext("2d");
  const random = randomFrom(7);
  const frames = shown.map(({ text, color }, i) => {
    const isCard = i === shown.length - 1;
    for (let at = 0; at < 900; at++) {
      pen.fillStyle = isCard ? "#f4e9d8" : `hsl(${360 * random()} 60% ${25 + 35 * random()}%)`;
      pen.fillRect(380 * random() - 20, 660 * random() - 20, 40, 40);
    }
    if (isCard) pen.fillRect(0, 0, 360, 640);
    pen.textAlign = "center";
    pen.font = getCanvasFont("Inter", 36);
    pen.lineWidth = 9;
    pen.lineJoin = "round";
    if (!isCard) pen.strokeText(text, 180, 420);
    pen.fillStyle = color;
    pen.fillText(text, 180, 420);
    return new Uint8Array(pen.getImageData(0, 0, 360, 640).data.buffer);
  });
  const film = join(folder, "captioned.mp4");
  await runMediaJob({
    inputs: [{ frames: frames.flatMap((frame) => Array(25).fill(frame)), size: { width: 360, height: 640 }, fps: 25 }],
    filters: "[0v]format=yuv420p,setsar=1[v]",
    v: fastH264(),
    target: mp4(film),
  });
  return film;
}

test("text on screen is read: the words of the hook, those of every second and the call to action", async () => {
  const facts = await analyse(await captioned(), request(), tools());
  judgeAnalysis({ ...facts }, request());
  expect(facts.hook).toBe("STOP BAKING STALE BREAD RESTS 12 HOURS");
  expect(facts.keyframes.map(({ text }) => text)).toEqual([
    "STOP BAKING",
    "STALE BREAD",
    "RESTS 12 HOURS",
    "Follow for more",
  ]);
  expect(facts.summary).toContain("“STOP BAKING” at 0 s, “STALE BREAD” at 1 s");
  expect(facts.summary).toContain("Call to action: “Follow for more” at 3 s.");
  expect(types(facts)[3]).toBe("cta");
});

test("letters that bold type makes alike are corrected by the dictionary, names are left alone", () => {
  const isWord = (word: string) => ["BECAUSE", "DECIDE"].includes(word);
  expect(correct("BEGAUSE WE DEGIDE WITH GOFIX 2015", isWord)).toBe("BECAUSE WE DECIDE WITH GOFIX 2015");
});

describe("measured", () => {
  test("a film has the length, size, cuts, colours, text and sound that it was made with", async () => {
    const measured = await measure(await sample(path, tools()), () => {});
    expect(measured.duration).toBeCloseTo(8, 0);
    expect([measured.width, measured.height]).toEqual([360, 640]);
    expect(measured.cuts.length).toBe(2);
    [2, 5].forEach((time, i) => void expect(Math.abs(measured.cuts[i]! - time)).toBeLessThanOrEqual(0.2));
    expect(measured.seconds.map(({ colours }) => colours[0])).toEqual([
      "red",
      "red",
      "blue",
      "blue",
      "blue",
      "green",
      "green",
      "green",
    ]);
    expect(measured.seconds.map(({ text }) => text.join())).toEqual(["", "", "", "", "", "middle", "middle", "middle"]);
    expect(measured.seconds.every(({ motion }) => motion < 0.002)).toBe(true);
    expect([0, 3, 7].map((at) => measured.sound!.heard[at])).toEqual(["music", "speech", "silence"]);
  });
});

describe("an analysis", () => {
  test("of a film without speech or caption says what was measured and read, and nothing else", async () => {
    const facts = await analyse(path, request(), tools());
    judgeAnalysis({ ...facts }, request());
    expect(facts.hook).toStartWith("Opens on a still");
    expect(facts.summary).toContain("An 8-second vertical video (360×640)");
    expect(facts.summary).toContain("2 cuts in 8 s, one every 4 s (at 2 and 5 s)");
    expect(facts.hooksToTest).toEqual([]);
    expect(types(facts)).toEqual(["hook", "hook", "hook", "scene", "scene", "cta", "cta", "cta"]);
    expect(facts.keyframes.map(({ text }) => text)).toEqual([...Array(5).fill(""), ...Array(3).fill(CARD.join(" / "))]);
    expect(facts.keyframes[3]!.audio).toContain("probably speech");
    expect(facts.keyframes[7]!.audio).toBe("silence");
  });

  test("takes hook, tags and requests from the caption, and words from the transcript", async () => {
    const asked = request({
      caption: "Stop drinking warm lemonade! Here is ours. Order now, link in bio #Lemonade #fyp",
      username: "lemon.lou",
      transcript: [{ start: 2.2, end: 4, text: "This is how we make it." }],
      stats: { views: 10_000, likes: 2_000, saves: 50 },
    });
    const facts = await analyse(path, asked, tools());
    judgeAnalysis({ ...facts }, asked);
    expect(facts.hook).toBe("Stop drinking warm lemonade!");
    expect(facts.summary).toContain("@lemon.lou");
    expect(facts.whyItPerformed).toContain("20.0% of its views led to a like");
    expect(facts.whyItPerformed.join()).not.toContain("save");
    expect(facts.attributesToCopy[0]).toContain("warning");
    expect(facts.hooksToTest[0]).toContain("lemonade");
    expect(facts.tags).toContain("lemonade");
    expect(facts.tags).not.toContain("fyp");
    expect(types(facts).slice(5)).toEqual(["cta", "cta", "cta"]);
    expect(facts.keyframes[2]!.audio).toContain("said: “This is how we make it.”");
  });

  test("takes the hook from what is said first where there is no caption", async () => {
    const facts = await analyse(
      path,
      request({ transcript: [{ start: 0, end: 1, text: "Why is it so sour?" }] }),
      tools(),
    );
    expect(facts.hook).toBe("Why is it so sour?");
  });

  test("hears no sound where there is none", async () => {
    const kit = tools();
    const facts = await analyse(await clip(kit, "mute.mp4", { sound: false }), request(), kit);
    expect(facts.keyframes.map(({ audio }) => audio)).toEqual(["no audio track", "no audio track"]);
    expect(facts.tags).toContain("silent");
    expect(kit.reported.at(-1)).toBe(100);
  });

  test.each([
    ["a picture", "card.png", "source_not_video"],
    ["a sound file", "sound.wav", "source_not_video"],
    ["a text", "text.txt", "source_unreadable"],
    ["a damaged video", "damaged.mp4", "source_unreadable"],
  ])("refuses %s", async (_, name, code) => {
    if (name === "text.txt") await Bun.write(join(folder, name), "neither picture nor film");
    if (name === "damaged.mp4") await Bun.write(join(folder, name), (await Bun.file(path).bytes()).slice(0, 3000));
    const error = await analyse(join(folder, name), request(), tools()).catch((thrown) => thrown);
    expect(error).toMatchObject({ code });
  });
});

test("text is read for a minute at most, however long each picture takes", () => {
  let time = 0;
  const reader = {
    read() {
      time += 25_000;
      return "Sale";
    },
  };
  const texts = new Map<number, string>();
  const read = createReading({ seen: 20 }, reader, texts, () => time);
  for (let index = 0; index < 100; index++) {
    const rgb = new Uint8Array(3).fill(index);
    read(index, rgb, { rgb, width: 1, height: 1 });
  }
  expect([time, texts.size, [...texts.values()].filter(Boolean).length]).toEqual([75_000, 20, 3]);
});
