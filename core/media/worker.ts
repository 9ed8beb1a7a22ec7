import { probeTracks } from "#core/media/tracks";

// The parser complains of odd files on the console, which is our log.
for (const level of ["info", "warn", "error"] as const) console[level] = () => {};

/** One probe a worker: a file descriptor comes in, what it holds goes out. */
self.onmessage = async ({ data }: MessageEvent<number>) => {
  self.postMessage(await probeTracks(data).catch(() => undefined));
};
