import { type Part, type Reply, takeStems } from "#plugins/local/music/ensemble";
import { createPlayer } from "#plugins/local/music/stems";

/** The second thread of a track: plays stems until none is left, and hands over their sound. */
self.onmessage = ({ data: part }: MessageEvent<Part>) => {
  const play = createPlayer(part.plan, part.score);
  for (const stem of takeStems(part, "first")) {
    const played = play(stem);
    const sides = played ? [...new Set([played.left.buffer, played.right.buffer])] : [];
    self.postMessage({ stem, played } satisfies Reply, sides as ArrayBuffer[]);
  }
};
