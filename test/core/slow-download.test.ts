/** A player reads no further while a video is paused, and a slow line takes its time. */
import { afterAll, expect, test } from "bun:test";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "#core/http/server";

/** More than the buffers of both sides hold. */
const SIZE = 32 * 2 ** 20;

const folder = await mkdtemp(join(tmpdir(), "vireo-slow-"));
await Bun.write(join(folder, "video.mp4"), new Uint8Array(SIZE));
const handle = async () => new Response(Bun.file(join(folder, "video.mp4")));
const server = createServer({ host: "127.0.0.1", port: 0 } as never, { value: "" }, handle);
const { port } = server.listen();
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

test("a download goes on after the client has stopped reading for 15 seconds", async () => {
  const socket = connect(Number(port), "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  let received = 0;
  socket.on("data", (data) => {
    received += data.length;
  });
  await once(socket, "data");
  socket.pause();
  await Bun.sleep(15_000);
  socket.resume();
  await once(socket, "close");
  expect(received).toBeGreaterThan(SIZE);
});
