import { type Part, type Reply, takeStem } from "#plugins/local/music/ensemble";
import { createPlayer } from "#plugins/local/music/stems";

/** The second thread of a track: plays stems until none is left, and hands over their sound. */
self.onmessage = ({ data: { plan, score, taken } }: MessageEvent<Part>) => {
  const play = createPlayer(plan, score);
  for (let stem = takeStem(taken); stem; stem = takeStem(taken)) {
    const played = play(stem);
    const sides = played ? [...new Set([played.left.buffer, played.right.buffer])] : [];
    self.postMessage({ stem, played } satisfies Reply, sides as ArrayBuffer[]);
  }
};
