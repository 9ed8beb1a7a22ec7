import { afterAll } from "bun:test";
import { serveFiles } from "#test/files";
import type { Results } from "./server";
import { tone } from "./tone";

/** What kie.ai's tasks lead to, on loopback: a picture, a clip and a tone. */
export function serveResults(): Results & { text: string; missing: string } {
  const files = serveFiles();
  const sound = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(tone()) });
  afterAll(() => sound.stop(true));
  return { image: files.picture, video: files.clip, audio: `${sound.url.origin}/tone.wav`, ...files };
}
