import { writeThumbnail } from "#plugins/local/draw/thumbnail";
import { drawArt } from "#plugins/local/music/art";
import type { Cover, CoverOrder } from "#plugins/local/music/cover";

self.onmessage = async ({ data: { plan, folder } }: MessageEvent<CoverOrder>) => {
  const canvas = drawArt(plan);
  const [jpeg, thumbnail] = await Promise.all([canvas.encode("jpeg", 90), writeThumbnail(canvas, folder)]);
  self.postMessage({ jpeg, thumbnail } satisfies Cover);
};
