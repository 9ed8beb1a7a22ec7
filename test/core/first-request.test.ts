/** What the first request waits for. */
import { expect, test } from "bun:test";
import { startApp } from "#test/app";

test("neither the start nor the first request collects all garbage", async () => {
  const { gc } = Bun;
  let count = 0;
  Bun.gc = () => void count++;
  try {
    const app = await startApp({}, []);
    expect((await app.api("GET", "/health")).status).toBe(200);
    expect(count).toBe(0);
    await app.stop();
  } finally {
    Bun.gc = gc;
  }
});
