import { createCanvas } from "@napi-rs/canvas";
import { registerFonts } from "#plugins/local/draw/fonts";
import { hash } from "#plugins/local/draw/random";
import { loadPhoto } from "#plugins/local/draw/photo";
import { Film } from "#plugins/local/video/film";
import { planFilm } from "#plugins/local/video/plan";
import { frameSize } from "#plugins/local/video/size";
import { evenGrid } from "#plugins/local/video/tempo";
import { parsePrompt, writeStoryboard } from "#plugins/local/storyboard/index";
registerFonts();
const [out, ratio = "9:16", secs = "15", ...idx] = process.argv.slice(2);
const data = JSON.parse(await Bun.file("/work/shared/findings/prompts.json").text());
const list: string[] = [...data.rendered.map((r: any) => r.prompt), ...data.parsed];
const extra = JSON.parse(await Bun.file("/tmp/story/extra.json").text().catch(() => "[]"));
const all = [...list, ...extra];
const cellH = ratio === "9:16" ? 400 : ratio === "1:1" ? 300 : 220;
const [rw, rh] = ratio.split(":").map(Number) as [number, number];
const cellW = Math.round((cellH * rw) / rh);
const rows: any[] = [];
const cols = 9;
const prompts = idx.map((i) => all[Number(i)]!);
const canvas = createCanvas(cols * (cellW + 6), prompts.length * (cellH + 6));
const ctx = canvas.getContext("2d");
ctx.fillStyle = "#888"; ctx.fillRect(0, 0, canvas.width, canvas.height);
for (const [r, prompt] of prompts.entries()) {
  const seconds = Number(secs);
  const { scenes } = writeStoryboard({ prompt }, { duration: seconds, media: [] });
  const topic = parsePrompt({ prompt });
  const beats = evenGrid(seconds, 110);
  const size = frameSize(ratio as any, "720p");
  const plan = planFilm({ scenes, topic, photos: [], opensOnPhoto: false, size, count: seconds * 30, seconds, sound: beats, seed: hash(prompt) });
  const film = new Film(plan);
  const ends = [...plan.starts.slice(1), seconds];
  const step = Math.max(1, Math.ceil(ends.length / cols));
  let c = 0;
  for (let i = 0; i < ends.length && c < cols; i += step) {
    film.draw(Math.max(0, Math.round(ends[i]! * 30) - 5));
    ctx.drawImage(film.canvas, c * (cellW + 6), r * (cellH + 6), cellW, cellH);
    c++;
  }
  console.log(r, plan.shots.map((s) => s.design).join(" "));
}
await Bun.write(out!, canvas.toBuffer("image/png"));
