import { probeTracks } from "#core/media/tracks";

// The parser logs warnings about unusual files to the console.
for (const level of ["info", "warn", "error"] as const) console[level] = () => {};

/** One probe per worker: posts "ready", receives a file descriptor, and posts the tracks. */
self.onmessage = async ({ data }: MessageEvent<number>) => {
  self.postMessage(await probeTracks(data).catch(() => undefined));
};

// The time limit starts here. Starting takes longer than reading, and much longer on a busy machine.
self.postMessage("ready");
