/** Work per second of media: a captioned 1080p video and a track, as a user would ask for them. */
import { startApp } from "#test/app";

const SECONDS = 10;
const app = await startApp({ credits: { unlimited: true, initial: 0, lowAt: 0 } } as never);
const time = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
  const started = performance.now();
  return [await work(), (performance.now() - started) / 1000];
};
const make = async (path: string, body: object, read: (answer: Record<string, string>) => string) => {
  const { body: answer } = await app.api("POST", path, body);
  return app.ended(read(answer));
};

const [video, drawing] = await time(() =>
  make(
    "/videos/generate",
    {
      prompt: "Cold brew that hits different. Smooth and strong. Zero sugar. Try Nightowl today",
      duration: SECONDS,
      resolution: "1080p",
    },
    ({ videoId }) => `/videos/${videoId}`,
  ),
);
const [, captions] = await time(() =>
  app.api("POST", `/videos/${video.videoId}/captions`, {
    text: "I stopped buying five dollar lattes and started making this at home. You will never go back.",
    style: "karaoke",
  }),
);
console.log(
  `video ${(drawing / SECONDS).toFixed(2)} + captions ${(captions / SECONDS).toFixed(2)} = ${((drawing + captions) / SECONDS).toFixed(2)} s of work per second of video (goal: at most 2.5)`,
);

const [track, synthesis] = await time(() =>
  make("/music/generate", { prompt: "lo-fi chill beat, 30 seconds" }, ({ musicId }) => `/music/${musicId}`),
);
console.log(
  `music: ${track.duration} s in ${synthesis.toFixed(1)} s, ${(track.duration / synthesis).toFixed(1)} times real time (goal: at least 15)`,
);
await app.stop();
process.exit(0);
