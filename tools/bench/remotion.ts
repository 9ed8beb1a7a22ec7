/**
 * A captioned clip, beside Remotion drawing an equal one: title, three lines of large type, a turning shape, music, and
 * a caption whose words light up. Installs Remotion into a temporary folder with npm, and renders with a Chromium that is
 * there. Wall times; Remotion's is that of `renderMedia` alone, without installing, bundling and starting Node.
 *
 *     CHROMIUM=/usr/bin/chromium bun tools/bench/remotion.ts      LENGTH (5 seconds), ROUNDS (2), REMOTION (a folder to keep)
 */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { renderVideo } from "#plugins/local/video/render-video";
import { wrapPcm } from "#sdk/speech/wave";
import { median } from "./rounds";

const VERSION = "4.0.529";
const PACKAGES = ["remotion", "@remotion/renderer", "@remotion/bundler"].map((name) => `${name}@${VERSION}`);
const SECONDS = Number(process.env.LENGTH ?? 5);
const ROUNDS = Number(process.env.ROUNDS ?? 2);
const LINES = ["Cold brew that hits different.", "Smooth and strong.", "Zero sugar."];
const TEXT = "I stopped buying five dollar lattes and started making this at home. You will never go back.";

const COMPOSITION = `
import React from "react";
import { AbsoluteFill, Audio, Composition, interpolate, registerRoot, spring, staticFile, useCurrentFrame } from "remotion";
const lines = ${JSON.stringify(LINES)};
const words = ${JSON.stringify(TEXT.split(" "))};
const length = ${SECONDS * 30};
const Clip = () => {
  const frame = useCurrentFrame();
  const each = length / lines.length;
  const at = Math.min(lines.length - 1, Math.floor(frame / each));
  const enter = spring({ frame: frame - at * each, fps: 30 });
  const now = Math.floor((frame / length) * words.length);
  const page = now - (now % 4);
  return (
    <AbsoluteFill style={{ background: "linear-gradient(" + frame + "deg, #20304f, #d9633b)", color: "#fff", fontFamily: "sans-serif", fontWeight: 800 }}>
      <Audio src={staticFile("music.wav")} />
      <div style={{ position: "absolute", left: 290, top: 260, width: 500, height: 500, borderRadius: 90, background: "#f2c14e", transform: "rotate(" + frame / 2 + "deg)" }} />
      <div style={{ position: "absolute", top: 840, width: 1080, textAlign: "center", fontSize: 110, opacity: enter, transform: "translateY(" + interpolate(enter, [0, 1], [120, 0]) + "px)" }}>{lines[at]}</div>
      <div style={{ position: "absolute", top: 1400, width: 1080, textAlign: "center", fontSize: 96, WebkitTextStroke: "4px #181020" }}>
        {words.slice(page, page + 4).map((word, i) => <span key={i} style={{ color: page + i <= now ? "#39ff88" : "#fff" }}>{word} </span>)}
      </div>
    </AbsoluteFill>
  );
};
registerRoot(() => <Composition id="clip" component={Clip} durationInFrames={length} fps={30} width={1080} height={1920} />);
`;

const RENDER = `
import { bundle } from "@remotion/bundler";
import { renderMedia, selectComposition } from "@remotion/renderer";
const browserExecutable = process.env.CHROMIUM ?? "/usr/bin/chromium";
const chromeMode = "chrome-for-testing";
const serveUrl = await bundle({ entryPoint: "./index.jsx" });
const composition = await selectComposition({ serveUrl, id: "clip", browserExecutable, chromeMode });
const started = performance.now();
await renderMedia({ composition, serveUrl, codec: "h264", outputLocation: "clip.mp4", browserExecutable, chromeMode, concurrency: 2 });
console.log((performance.now() - started) / 1000);
process.exit(0);
`;

async function exec(command: string[], cwd: string): Promise<string> {
  const child = Bun.spawn(command, { cwd, stdout: "pipe", stderr: "pipe" });
  const [out, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")} failed: ${errors.slice(-2000)}`);
  return out;
}

async function install(): Promise<string> {
  const folder = process.env.REMOTION ?? (await mkdtemp(join(tmpdir(), "vireo-remotion-")));
  const sound = Int16Array.from(
    { length: SECONDS * 44_100 },
    (_, i) => 6553 * Math.sin((i * 440 * 2 * Math.PI) / 44_100),
  );
  await Bun.write(join(folder, "public/music.wav"), wrapPcm(new Uint8Array(sound.buffer), 44_100));
  await Bun.write(join(folder, "index.jsx"), COMPOSITION);
  await Bun.write(join(folder, "render.mjs"), RENDER);
  if (!existsSync(join(folder, "node_modules/remotion"))) {
    await Bun.write(join(folder, "package.json"), `{"private":true}`);
    await exec(
      ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "react@19", "react-dom@19", ...PACKAGES],
      folder,
    );
  }
  return folder;
}

/** A clip with captions, as one request with `layers` makes it: drawn and encoded in one pass, beside its original. */
async function renderOwn(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "vireo-own-"));
  const tools = { folder, progress() {}, limitCpu() {} };
  const brief = { prompt: `${LINES.join(" ")} Try Nightowl today` };
  const started = performance.now();
  const layers = [{ operation: "captions", text: TEXT, style: "karaoke", position: "bottom" }] as const;
  await renderVideo(
    { promptContext: brief, aspectRatio: "9:16", resolution: "1080p", duration: SECONDS, layers },
    tools,
  );
  const seconds = (performance.now() - started) / 1000;
  await rm(folder, { recursive: true, force: true });
  return seconds;
}

const folder = await install();
const times: { own: number; remotion: number }[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const own = await renderOwn();
  const remotion = Number((await exec(["node", "render.mjs"], folder)).trim().split("\n").at(-1));
  times.push({ own, remotion });
  console.log(`  ${SECONDS} s: Vireo ${own.toFixed(1)} s, Remotion ${remotion.toFixed(1)} s`);
}
const ratio = median(times.map(({ own, remotion }) => remotion / own));
console.log(`Remotion / Vireo, with captions: ${ratio.toFixed(1)} (goal: at least 6)`);
if (!process.env.REMOTION) await rm(folder, { recursive: true, force: true });
process.exit(0);
