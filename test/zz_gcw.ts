import { launch, client, endAll, until } from "#test/binary";
import { writeModel } from "#test/plugins/whisper/model";
import { mkdtemp, rm } from "node:fs/promises";
const folder = await mkdtemp("/tmp/gcw-bin-");
await writeModel(folder + "/model");
const v = await launch("/work/main/dist/vireo", folder, { WHISPER_MODEL: folder + "/model", PATH: process.env.PATH! });
const api = client(v, v.key);
const ended = (p: string) => until(p, async () => { const { body } = await api("GET", p); return ["completed","failed"].includes(body.status) ? body : undefined; }, 300000);
try {
  const m = await api("POST", "/api/v1/music/generate", { prompt: "calm piano" });
  await ended(`/api/v1/music/${m.body.musicId}`);
  const video = await api("POST", "/api/v1/videos/generate", { prompt: "Kaffee", duration: 3, resolution: "720p", musicId: m.body.musicId });
  console.log((await ended(`/api/v1/videos/${video.body.videoId}`)).status);
  const c = await api("POST", `/api/v1/videos/${video.body.videoId}/captions`, {});
  console.log("captions", c.status, JSON.stringify(c.body).slice(0, 300));
  const d = await api("POST", "/api/v1/viral-library/demo", {});
  console.log("demo", d.status);
  const s = await until("search", async () => { const r = await api("GET", "/api/v1/viral-library/search?q=coffee&limit=2"); return r.status === 200 && r.body.videos?.length ? r : undefined; }, 120000).catch(async (e) => ({ status: String(e), body: (await api("GET", "/api/v1/viral-library/search?q=coffee")).body }));
  console.log("search", s.status, JSON.stringify(s.body).slice(0, 200));
} finally { v.kill("SIGTERM"); await v.exited; await endAll(); console.log((await v.log()).split("\n").filter(l=>/warn|error/i.test(l)).slice(0,10).join("\n")); await rm(folder, { recursive: true, force: true }); }
