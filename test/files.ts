import { afterAll, beforeAll } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { synthesize } from "#test/plugins/local/edit-clips";

/** A loopback server with a picture, a short clip and a text, for engines that fetch what they work on. */
export function serveFiles() {
  let folder: string;
  // Listens at once, since the requests that name its addresses are written before any test runs.
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const file = Bun.file(join(folder, new URL(request.url).pathname.slice(1)));
      return (await file.exists()) ? new Response(file) : new Response("missing", { status: 404 });
    },
  });
  const { origin } = server.url;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "vireo-files-"));
    const canvas = createCanvas(320, 240);
    const pen = canvas.getContext("2d");
    pen.fillStyle = "#08f";
    pen.fillRect(0, 0, 320, 240);
    pen.fillStyle = "#fd0";
    pen.arc(160, 120, 80, 0, 7);
    pen.fill();
    await Bun.write(join(folder, "picture.png"), canvas.toBuffer("image/png"));
    await Bun.write(join(folder, "text"), "neither picture nor film");
    await synthesize(join(folder, "clip.mp4"), { pictures: "testsrc2=s=360x640:r=15:d=2", sound: "sine=d=2" });
  });
  afterAll(async () => {
    await server.stop(true);
    await rm(folder, { recursive: true, force: true });
  });
  return {
    picture: `${origin}/picture.png`,
    clip: `${origin}/clip.mp4`,
    text: `${origin}/text`,
    missing: `${origin}/missing`,
  };
}
