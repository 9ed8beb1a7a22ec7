/** Hardware encoders. Where there is none, x264 with other settings, or an encoder that does not exist, stands for one. */
import { afterAll, describe, expect, setSystemTime, test } from "bun:test";
import { Codec, CodecContext } from "node-av/lib";
import { EngineError, type Run } from "vireo/engine";
import type { ChildOptions } from "vireo/module";
import { runChild } from "#core/process/child";
import { listHardwareEncoders, type VideoEncoder } from "#plugins/local/codec/encoders";
import { BT709, h264 } from "#plugins/local/codec/formats";
import { runMediaJob } from "#plugins/local/codec/media-job";
import { MediaSource } from "#plugins/local/codec/source";
import { createEngines } from "#plugins/local/engines";
import { chooseEncoder, describeEncoder } from "#plugins/local/hardware";
import type { VideoRequest } from "#sdk/slots/video";
import { scratch } from "#test/plugins/local/edit-clips";

const QUALITY = { option: "crf", best: 0, worst: 51 };
const standIn: VideoEncoder = {
  codec: "libx264",
  options: { preset: "veryfast", profile: "high", "x264-params": "subme=3" },
  quality: QUALITY,
  pixels: "nv12",
};
const missing: VideoEncoder = { ...standIn, codec: "h264_missing" };
const baseline: VideoEncoder = { ...standIn, options: { preset: "ultrafast" } };
const mpeg4: VideoEncoder = { codec: "mpeg4", options: {}, quality: { ...QUALITY, option: "qmin" }, pixels: "yuv420p" };
const broken: VideoEncoder = { ...standIn, codec: "h264_vaapi", device: "/dev/dri/renderD999" };

type Input = { encoder?: VideoEncoder };
type Child = (task: string, input: Input, options: ChildOptions) => Promise<unknown>;
const runReal: Child = (task, input, options) => runChild({ plugins: [] }, "local", task, input, options);

/** Engines whose child processes are `child`, and what they asked for and logged. */
function createHost(child: Child, encoders: VideoEncoder[] | (() => never), hardware: "auto" | "off" = "auto") {
  const tasks: { task: string; encoder: string | undefined; gpu: boolean }[] = [];
  const lines: string[] = [];
  const log = (message: string, { reason = "" } = {}) => lines.push(`${message} ${reason}`.trim());
  const host = {
    settings: { renders: 1, timeLimitSeconds: 120, hardware },
    log: { info: log, warn: log, error: log } as never,
    child: ((task: string, input: Input, options: ChildOptions) => {
      tasks.push({ task, encoder: input.encoder?.codec, gpu: options.gpu ?? false });
      return child(task, input, options);
    }) as never,
  };
  const { engines, service, stop } = createEngines(host, typeof encoders === "function" ? encoders : () => encoders);
  afterAll(stop);
  return { host, engines, service, tasks, lines };
}

const createRun = () => ({ folder: scratch(), signal: new AbortController().signal, progress() {} }) as unknown as Run;
const request: VideoRequest = {
  ...{ model: "local-motion-1", prompt: "New running shoes. Shop the drop", aspectRatio: "9:16", duration: 3 },
  ...{ resolution: "540p", seed: 1, referenceImageUrls: [], brief: {} },
};

/** Renders a short video. Returns its path. */
async function render({ engines }: Pick<ReturnType<typeof createHost>, "engines">): Promise<string> {
  const result = await engines.video.create(request, createRun());
  return (result as { files: { main: { path: string } } }).files.main.path;
}

let reference: Promise<string> | undefined;
/** The same video without a hardware encoder. */
const renderOnce = () => {
  reference ??= render(createHost(runReal, [], "off"));
  return reference;
};

/** x264 writes its settings into the file. */
const readSettings = async (path: string) => /subme=\d/.exec(await Bun.file(path).text())?.[0];
const [STAND_IN, X264] = ["subme=3", "subme=1"];

/** Frames, and the numbers of the key frames. */
async function readFrames(path: string) {
  const source = await MediaSource.open(path);
  source.use(source.video!);
  const keys: number[] = [];
  let count = 0;
  for (let packet = await source.read(); packet; packet = await source.read()) {
    if (packet.isKeyframe) keys.push(count);
    count++;
  }
  const { profile, format, colorPrimaries, colorTrc, colorSpace, width, height } = source.video!.stream.codecpar;
  await source.close();
  const gap = Math.max(...[...keys, count].map((key, at) => key - (keys[at - 1] ?? 0)));
  return { count, gap, facts: { profile, format, colorPrimaries, colorTrc, colorSpace, width, height } };
}

describe("the check of the codecs", () => {
  test("is made again half a minute after it failed, and never after it passed", async () => {
    let isBusy = true;
    const child: Child = async () => {
      if (isBusy) throw new Error("took too long");
      return "FFmpeg 8";
    };
    const { engines, tasks } = createHost(child, [], "off");
    const check = () => engines.image.check?.();
    const start = Date.now();
    try {
      setSystemTime(start);
      const failed = { ok: false, detail: "took too long" };
      expect(await Promise.all([check(), check()])).toEqual([failed, failed]);
      isBusy = false;
      setSystemTime(start + 29_000);
      expect(await check()).toEqual(failed);
      setSystemTime(start + 31_000);
      expect(await check()).toEqual({ ok: true, detail: "FFmpeg 8" });
      setSystemTime(start + 3_600_000);
      expect(await check()).toEqual({ ok: true, detail: "FFmpeg 8" });
    } finally {
      setSystemTime();
    }
    expect(tasks).toHaveLength(2);
  });
});

describe("the choice", () => {
  test("is the first encoder that writes what all videos promise", async () => {
    const { host, lines } = createHost(runReal, [], "off");
    expect(await chooseEncoder([missing, broken, mpeg4, baseline, standIn, missing], host)).toBe(standIn);
    expect(lines.filter((line) => !line.startsWith("FFmpeg"))).toEqual([
      "h264_missing cannot be used h264_missing: there is no such encoder",
      expect.stringContaining("h264_vaapi cannot be used /dev/dri/renderD999 cannot be opened"),
      expect.stringContaining("mpeg4 cannot be used wrote a video with profile"),
      expect.stringContaining("libx264 cannot be used wrote a video with profile"),
      "h264_missing cannot be used h264_missing: there is no such encoder",
      "videos are encoded by libx264",
    ]);
  });

  test("survives a driver that takes its process down", async () => {
    const child: Child = async (_task, { encoder }) => {
      if (encoder === broken) throw new Error("The child process for local.encoder ended with SIGSEGV");
    };
    expect(await chooseEncoder([broken, standIn], createHost(child, []).host)).toBe(standIn);
  });

  test("is made once, and the doctor says what it is", async () => {
    const child: Child = async (task) => (task === "codec" ? "FFmpeg 8" : undefined);
    const { engines, tasks } = createHost(child, [missing]);
    const checks = await Promise.all([engines.video.check?.(), engines.edit.check?.(), engines.image.check?.()]);
    const detail = "FFmpeg 8, h264_missing";
    expect(checks.map((health) => health?.detail)).toEqual([detail, detail, "FFmpeg 8"]);
    expect(tasks.filter(({ task }) => task === "encoder")).toHaveLength(1);
  });

  test("is x264 if none works, and the doctor says so", async () => {
    const child: Child = async (task) => {
      if (task === "encoder") throw new EngineError("encoder_unavailable", "no card");
      return "FFmpeg 8";
    };
    const { engines } = createHost(child, [missing]);
    expect((await engines.video.check?.())?.detail).toBe("FFmpeg 8, libx264: no hardware encoder found");
  });

  test("is not made if hardware encoders are off, and no process may open a card", async () => {
    const child: Child = async (task) => (task === "codec" ? "FFmpeg 8" : { video: "", scenes: [], warnings: [] });
    const { engines, tasks } = createHost(child, [standIn], "off");
    expect((await engines.video.check?.())?.detail).toBe("FFmpeg 8");
    await render({ engines });
    expect(tasks.map(({ task }) => task)).toEqual(["codec", "video"]);
    expect(tasks.every(({ encoder, gpu }) => !encoder && !gpu)).toBe(true);
  });

  test("opens the card to processes that encode videos only", async () => {
    const child: Child = async (task) => (task === "codec" ? "FFmpeg 8" : { video: "", scenes: [], warnings: [] });
    const { engines, service, tasks } = createHost(child, [standIn]);
    const work = createRun();
    await render({ engines });
    await engines.music.create({ model: "V5", prompt: "calm", instrumental: true }, work);
    await service.frames("in", { every: 1, count: 1, side: 8 }, work);
    await service.thumbnail("in", work);
    await service.sound("in", "wav", work);
    const allowed = tasks.filter(({ gpu }) => gpu).map(({ task, encoder }) => [task, encoder]);
    expect(tasks).toHaveLength(7);
    expect(allowed).toEqual([
      ["encoder", "libx264"],
      ["video", "libx264"],
    ]);
  });
});

describe("a video", () => {
  /** Trials succeed, whatever the encoder. */
  const trusting =
    (child: Child): Child =>
    async (task, input, options) =>
      task === "encoder" ? undefined : child(task, input, options);

  test("is encoded by x264 if the encoder does not open", async () => {
    const host = createHost(trusting(runReal), [missing]);
    expect(await readSettings(await render(host))).toBe(X264);
    expect(host.lines).toContain("h264_missing failed, so libx264 encodes this video");
    expect(host.tasks.slice(-2)).toEqual([
      { task: "video", encoder: "h264_missing", gpu: true },
      { task: "video", encoder: undefined, gpu: false },
    ]);
  });

  test("is encoded by x264 if the encoder fails on the way", async () => {
    const child: Child = (task, input, options) => {
      if (!input.encoder) return runReal(task, input, options);
      const crash = new AbortController();
      return runReal(task, input, {
        ...options,
        signal: crash.signal,
        progress: (percent) => percent > 40 && crash.abort(new Error("The driver was reset")),
      });
    };
    const host = createHost(trusting(child), [standIn]);
    const path = await render(host);
    expect(await readSettings(path)).toBe(X264);
    expect(host.lines).toContain("libx264 failed, so libx264 encodes this video");
    expect(await measureSimilarity(path, await renderOnce())).toBe(1);
  });

  test.each([
    ["the request is at fault", new EngineError("image_unreadable", "The image cannot be read."), false],
    ["it was cancelled", new Error("cancelled"), true],
  ])("is not tried again if %s", async (_why, error, isCancelled) => {
    const cancel = new AbortController();
    const child: Child = async (task) => {
      if (task !== "video") return "FFmpeg 8";
      if (isCancelled) cancel.abort(error);
      throw error;
    };
    const host = createHost(child, [standIn]);
    const work = { ...createRun(), signal: cancel.signal };
    await expect(host.engines.video.create(request, work)).rejects.toBe(error);
    expect(host.tasks.filter(({ task }) => task === "video")).toHaveLength(1);
  });

  test("is encoded by x264 if no encoder can be tried", async () => {
    const child: Child = async (task) => (task === "codec" ? "FFmpeg 8" : { video: "out", scenes: [], warnings: [] });
    const host = createHost(child, () => {
      throw new Error("EACCES");
    });
    expect(await render(host)).toBe("out");
    expect(host.tasks.map(({ task, gpu }) => [task, gpu])).toEqual([
      ["codec", false],
      ["video", false],
    ]);
  });
});

/** Structural similarity of two videos, up to 1. */
async function measureSimilarity(one: string, other: string): Promise<number> {
  const all: number[] = [];
  await runMediaJob({
    inputs: [await MediaSource.open(one), await MediaSource.open(other)],
    filters: "[0v]format=yuv420p[a];[1v]format=yuv420p[b];[a][b]ssim[v]",
    v: { format: "null", read: (frame) => void all.push(Number(frame.getMetadata().get("lavfi.ssim.All"))) },
  });
  return all.reduce((sum, value) => sum + value, 0) / all.length;
}

const found = await chooseEncoder(listHardwareEncoders(), createHost(runReal, []).host);
const machines = { "x264 in place of a hardware encoder": standIn, "the hardware encoder of this machine": found };

describe.each(Object.entries(machines))("%s", (_name, encoder) => {
  test.skipIf(!encoder)("writes the same video as x264, with the same promises", async () => {
    const host = createHost(runReal, [encoder!]);
    const [made, expected] = [await render(host), await renderOnce()];
    expect(host.lines.join()).not.toContain("failed");
    expect(host.tasks.filter(({ gpu }) => gpu)).toHaveLength(2);
    if (encoder === standIn) expect(await readSettings(made)).toBe(STAND_IN);
    const { count, gap, facts } = await readFrames(made);
    const colors = { colorPrimaries: 1, colorTrc: 1, colorSpace: 1 };
    expect(facts).toEqual({ profile: 100, format: 0, ...colors, width: 540, height: 960 } as never);
    expect(count).toBe((await readFrames(expected)).count);
    expect(gap).toBeLessThanOrEqual(60);
    const bytes = Buffer.from(await Bun.file(made).bytes());
    expect(bytes.indexOf("moov")).toBeLessThan(bytes.indexOf("mdat"));
    expect(await measureSimilarity(made, expected)).toBeGreaterThan(0.95);
  });
});

test.skipIf(found !== undefined)("a machine without a card encodes with x264", () => {
  expect(describeEncoder(found)).toBe("libx264: no hardware encoder found");
});

describe("the list", () => {
  const devices = ["null", "nvidiactl", "dri/card0", "dri/renderD128", "dri/renderD129"];
  const names = (platform: string, devices: string[]) =>
    listHardwareEncoders(platform, devices).map(({ codec, device = "" }) => `${codec} ${device}`.trim());

  test("has what the devices suggest", () => {
    expect(names("linux", devices)).toEqual([
      ...["h264_nvenc", "h264_vaapi /dev/dri/renderD128", "h264_vaapi /dev/dri/renderD129"],
    ]);
    expect(names("linux", ["null"])).toEqual([]);
    expect(names("darwin", [])).toEqual(["h264_videotoolbox"]);
  });

  const known = listHardwareEncoders(process.platform, devices);
  test.each(known.map((encoder) => [encoder.codec, encoder] as const))("has only options of %s", (name, encoder) => {
    const codec = Codec.findEncoderByName(name as never);
    const context = new CodecContext();
    context.allocContext3(codec);
    for (const [option, value] of Object.entries(h264(18, BT709, encoder).options ?? {})) {
      expect([option, value, context.setOption(option, String(value))]).toEqual([option, value, 0]);
    }
    context.freeContext();
  });

  test("has quality on each encoder's own scale", () => {
    const [videotoolbox] = listHardwareEncoders("darwin");
    const scale = [17, 18, 23].map((crf) => h264(crf, BT709, videotoolbox).options?.global_quality);
    expect(scale).toEqual([7867, 7635, 6478]);
    for (const encoder of listHardwareEncoders("linux", devices)) {
      expect([17, 18, 23].map((crf) => h264(crf, BT709, encoder).options?.[encoder.quality.option])).toEqual([
        17, 18, 23,
      ]);
    }
  });
});
