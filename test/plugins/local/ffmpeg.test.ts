import { describe, expect, test } from "bun:test";
import { chmod, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { probe } from "#core/media/probe";
import { failedRun } from "#plugins/local/ffmpeg/error";
import { describeFfmpeg, findFfmpeg } from "#plugins/local/ffmpeg/index";
import { nativeFfmpeg } from "#plugins/local/ffmpeg/native";
import { wasmFfmpeg } from "#plugins/local/ffmpeg/wasm";
import { RenderError } from "#plugins/local/render";
import { scratch } from "#test/plugins/local/edit-clips";

const folder = scratch();
const found = await findFfmpeg();
const RAW = ["-f", "rawvideo", "-pix_fmt", "rgba", "-s", "32x32", "-r", "25", "-i", "-", "-pix_fmt", "yuv420p"];

function* frames(count: number): Generator<Uint8Array> {
  for (let i = 0; i < count; i++) yield new Uint8Array(32 * 32 * 4).fill(i * 5);
}

async function script(name: string, lines: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${lines}\n`);
  await chmod(path, 0o755);
  return path;
}

describe("looking for ffmpeg", () => {
  test("finds one, and can say which", () => {
    expect(found.version).toMatch(/\d/);
    expect(describeFfmpeg(found)).toContain(found.kind);
  });

  test("says so when FFMPEG_PATH leads nowhere", async () => {
    await expect(findFfmpeg({ path: "/nowhere/ffmpeg" })).rejects.toThrow('FFMPEG_PATH is "/nowhere/ffmpeg"');
    await expect(findFfmpeg({ path: await script("broken", "exit 3") })).rejects.toThrow("it ended with code 3");
  });

  test("passes over one without libass and remembers why", async () => {
    const path = await script(
      "poor",
      'case "$2" in -encoders) echo " V....D libx264 x"; echo " A....D aac x";; *) echo " ... overlay VV->V x";; esac',
    );
    const other = await findFfmpeg({ path });
    expect(other.path).not.toBe(path);
    expect(other.reason).toStartWith(`${path} has no ass, silencedetect`);
  });

  test("takes the one at FFMPEG_PATH before the one on PATH", async () => {
    if (!found.path) return;
    const path = join(folder, "my-ffmpeg");
    await symlink(found.path, path);
    expect(await findFfmpeg({ path })).toMatchObject({ kind: "native", path });
  });
});

const kinds = found.kind === "native" ? [found, wasmFfmpeg()] : [found];

describe.each(kinds.map((ffmpeg) => [ffmpeg.kind, ffmpeg] as const))("%s ffmpeg", (kind, ffmpeg) => {
  test("encodes the frames that it is fed and reports the time", async () => {
    const output = join(folder, `${kind}.mp4`);
    const times: number[] = [];
    await ffmpeg.run([...RAW, "-c:v", "libx264", output], {
      input: frames(50),
      onTime: (seconds) => times.push(seconds),
    });
    expect(await probe(output)).toMatchObject({ duration: 2, width: 32, height: 32, videoCodec: "avc" });
    expect(times.at(-1)).toBeCloseTo(2, 0);
  });

  test("joins files that a list in the same folder names", async () => {
    await writeFile(join(folder, "list.txt"), `file ${kind}.mp4\nfile ${kind}.mp4\n`);
    const output = join(folder, `${kind} twice.mp4`);
    await ffmpeg.run(["-f", "concat", "-i", join(folder, "list.txt"), "-c", "copy", "-movflags", "+faststart", output]);
    expect((await probe(output))?.duration).toBeCloseTo(4, 1);
  });

  test("fails with what it had to say", async () => {
    const run = ffmpeg.run(["-i", join(folder, "missing.mp4"), join(folder, "never.mp4")]);
    await expect(run).rejects.toThrow(/^ffmpeg ended with code 1: .*missing\.mp4: No such file/s);
  });

  test("stops when drawing a frame fails", async () => {
    const broken = (function* () {
      yield* frames(3);
      throw new Error("no more paint");
    })();
    const run = ffmpeg.run([...RAW, join(folder, "never.mp4")], { input: broken });
    await expect(run).rejects.toThrow("no more paint");
  });
});

test("a run is killed when its signal fires", async () => {
  if (!found.path) return;
  const controller = new AbortController();
  const ffmpeg = nativeFfmpeg(found.path, controller.signal);
  const endless = (function* () {
    for (let i = 0; ; i++) {
      if (i === 100) controller.abort(new Error("changed my mind"));
      yield* frames(1);
    }
  })();
  await expect(ffmpeg.run([...RAW, join(folder, "never.mp4")], { input: endless })).rejects.toThrow("changed my mind");
});

test("a full disk is named as such", () => {
  const error = failedRun(1, "av_interleaved_write_frame(): No space left on device");
  expect(error).toBeInstanceOf(RenderError);
  expect(error).toMatchObject({ code: "storage_full" });
  expect(failedRun(1, "Invalid data")).not.toBeInstanceOf(RenderError);
});
