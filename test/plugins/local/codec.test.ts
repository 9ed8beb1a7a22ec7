import { afterAll, describe, expect, test } from "bun:test";
import { appendFile, copyFile, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { probe } from "#core/media/probe";
import { aac, BT709, h264, mp4 } from "#plugins/local/codec/formats";
import { escapePath } from "#plugins/local/codec/graph";
import { runMediaJob } from "#plugins/local/codec/media-job";
import { readSound } from "#plugins/local/codec/read-sound";
import { MediaSource, type Pictures } from "#plugins/local/codec/source";
import { clip, fastH264, pictureAt, scratch, soundFile, synthesize, tools } from "#test/plugins/local/edit-clips";

const folder = scratch();
const path = (name: string) => join(folder, name);
const size = { width: 64, height: 48 };

function* frames(count: number): Generator<Uint8Array> {
  for (let at = 0; at < count; at++) yield new Uint8Array(64 * 48 * 4).fill(at * 2);
}
const tone = { left: new Float32Array(44_100), right: new Float32Array(44_100), sampleRate: 44_100 };
const drawn = (file: string, pictures: Iterable<Uint8Array> = frames(75)) =>
  runMediaJob({
    inputs: [{ frames: pictures, size, fps: 25 }, tone],
    filters: "[0v]null[v];[1a]apad,atrim=end=3[a]",
    v: h264(20, BT709),
    a: aac(),
    target: mp4(file, { title: "Drawn" }),
  });

describe("what is drawn", () => {
  test("becomes an MP4 that starts at once, in the colours of HD, with a key frame every two seconds", async () => {
    const file = path("drawn.mp4");
    await drawn(file);
    expect(await probe(file)).toMatchObject({ ...size, videoCodec: "avc", audioCodec: "aac" });
    expect((await probe(file))!.duration).toBeCloseTo(3, 1);
    const bytes = Buffer.from(await Bun.file(file).bytes());
    expect(bytes.indexOf("moov")).toBeLessThan(bytes.indexOf("mdat"));
    const source = await MediaSource.open(file);
    source.use(source.video!);
    const keys: number[] = [];
    for (let at = 0; ; at++) {
      const packet = await source.read();
      if (!packet) break;
      if (packet.isKeyframe) keys.push(at);
    }
    expect(source.video!.stream.codecpar.colorPrimaries).toBe(BT709.primaries as never);
    expect(source.metadata.title).toBe("Drawn");
    await source.close();
    const gaps = [...keys, 75].map((key, at) => key - (keys[at - 1] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(50);
  });

  test("is the same file each time", async () => {
    await Promise.all([drawn(path("one.mp4")), drawn(path("two.mp4"))]);
    expect(Bun.hash(await Bun.file(path("one.mp4")).bytes())).toBe(Bun.hash(await Bun.file(path("two.mp4")).bytes()));
  });

  test("is glanced at in fewer pictures, over its whole length", async () => {
    await drawn(path("glance.mp4"));
    const times = async (pictures: Pictures) => {
      const seen: number[] = [];
      const inputs = [await MediaSource.open(path("glance.mp4"), { pictures })];
      await runMediaJob({
        inputs,
        filters: "[0v]null[v]",
        v: { format: "null", read: ({ pts }) => void seen.push(Number(pts)) },
      });
      return seen;
    };
    const [all, some] = [await times("all"), await times("referenced")];
    expect(all).toHaveLength(75);
    expect(some.length).toBeLessThan(60);
    expect(all).toEqual(expect.arrayContaining(some));
    expect(some.at(-1)! / all.at(-1)!).toBeGreaterThan(0.9);
  });

  test("stops when drawing fails", async () => {
    const broken = (function* () {
      yield* frames(3);
      throw new Error("no more paint");
    })();
    await expect(drawn(path("never.mp4"), broken)).rejects.toThrow("no more paint");
  });

  test.skipIf(process.platform !== "linux")("is given up where the disk is full, with a reason", async () => {
    await symlink("/dev/full", path("full.mp4"));
    await expect(drawn(path("full.mp4"))).rejects.toMatchObject({ name: "RenderError", code: "storage_full" });
  });
});

describe("a file that is not what it seems", async () => {
  let requests = 0;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch() {
      requests++;
      return new Response("secret");
    },
  });
  afterAll(() => server.stop(true));
  const secret = await clip(tools(), "secret.mp4", { seconds: 1 });
  await copyFile(secret, path("secret.mp4"));
  const playlist = (target: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${target}\n#EXT-X-ENDLIST\n`;
  const id3 = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0]);
  const targets = [path("secret.mp4"), `${server.url}secret.mp4`, "file:///etc/passwd", "gopher://127.0.0.1:1/x"];
  const files: [string, string | Buffer][] = targets.flatMap((target, at) => [
    [`list-${at}.m3u8`, playlist(target)],
    [`list-${at}.mp4`, playlist(target)],
    [`list-${at}.mp3`, Buffer.concat([id3, Buffer.from(playlist(target))])],
    [`list-${at}.txt`, `ffconcat version 1.0\nfile '${target}'\n`],
    [`list-${at}.mov`, `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n`],
    [`list-${at}.mpd`, `<?xml version="1.0"?><MPD><BaseURL>${target}</BaseURL></MPD>`],
  ]);

  test.each(files)("%s leads nowhere else", async (name, content) => {
    await Bun.write(path(name), content);
    await expect(pictureAt(path(name), 0)).rejects.toThrow();
    const sound = await readSound(path(name), { sampleRate: 8000, seconds: 1 }).catch(() => undefined);
    expect(sound?.left.length ?? 0).toBe(0);
    expect(requests).toBe(0);
  });

  test.each(["http", "https", "tcp", "concat", "subfile"])(
    "a path that begins with %s: is only a path",
    async (name) => {
      await expect(MediaSource.open(`${name}:${server.url.host}/secret.mp4`)).rejects.toThrow("No such file");
      expect(requests).toBe(0);
    },
  );

  test("sound alone is opened only where sound is expected", async () => {
    const wav = await soundFile(path("voice.wav"), "sine=d=1");
    await expect(MediaSource.open(wav)).rejects.toThrow();
    await (await MediaSource.open(wav, { sound: true })).close();
  });

  test("a video that breaks off is used up to there, and noise is refused", async () => {
    const whole = await Bun.file(secret).bytes();
    await Bun.write(path("half.mp4"), whole.slice(0, Math.floor(whole.length * 0.8)));
    expect(await pictureAt(path("half.mp4"), 0)).toBeDefined();
    await Bun.write(path("noise.mp4"), crypto.getRandomValues(new Uint8Array(60_000)));
    await expect(pictureAt(path("noise.mp4"), 0)).rejects.toThrow();
  });
});

test("a video that changes its size on the way keeps the first one", async () => {
  const part = (name: string, size: string) =>
    synthesize(path(name), { pictures: `testsrc2=s=${size}:r=10:d=1`, target: { format: "mpegts", options: {} } });
  const [first, second] = [await part("a.ts", "160x120"), await part("b.ts", "320x200")];
  await appendFile(first, await Bun.file(second).bytes());
  const sizes = new Set<string>();
  let count = 0;
  await runMediaJob({
    inputs: [await MediaSource.open(first)],
    filters: "[0v]null[v]",
    v: {
      format: "format=gray",
      read({ width, height }) {
        sizes.add(`${width}x${height}`);
        count++;
        return true;
      },
    },
  });
  expect([...sizes]).toEqual(["160x120"]);
  expect(count).toBe(20);
});

test("a path with characters that filters give a meaning is a path", async () => {
  const odd = path("it's, [a]: \\ folder;");
  await mkdir(odd, { recursive: true });
  await Bun.write(join(odd, "empty.ass"), "[Script Info]\nScriptType: v4.00+\n\n[Events]\n");
  await runMediaJob({
    filters: `color=red:s=64x48:d=1,ass=filename=${escapePath(join(odd, "empty.ass"))}[v]`,
    v: fastH264(),
    target: mp4(path("escaped.mp4")),
  });
  expect((await probe(path("escaped.mp4")))?.duration).toBeCloseTo(1, 1);
});
