/** What the first request waits for. */
import { expect, test } from "bun:test";
import { startApp } from "#test/app";

test.each(["package.json", "deploy/Dockerfile", "deploy/vireo.service"])(
  "%s starts the program with one thread that looks for garbage",
  async (path) => {
    // Two wait for each other, for up to a second on a busy machine with two cores.
    expect(await Bun.file(path).text()).toContain("BUN_JSC_numberOfGCMarkers=1");
  },
);

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
