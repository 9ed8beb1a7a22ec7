import { useQuery } from "@tanstack/react-query";
import { vireo } from "../api";
import { keys } from "../query-keys";
import { toLocalUrl } from "./media";

/** Posters requested within this time share a request. */
const BATCH_MS = 20;
const MAX_IDS = 100;

let batch: { ids: Set<string>; posters: Promise<ReadonlyMap<string, string>> } | undefined;

async function loadPosters(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const { videos } = await vireo.videos.list({ ids: [...ids].join(","), pageSize: MAX_IDS });
  return new Map(
    videos.flatMap(({ videoId, thumbnailUrl, posterUrl }) => {
      const url = thumbnailUrl ?? posterUrl;
      return url ? [[videoId, toLocalUrl(url)]] : [];
    }),
  );
}

/** Loads the poster of a video, together with others. Null if it has none. */
async function loadPoster(id: string): Promise<string | null> {
  if (!batch || batch.ids.size >= MAX_IDS) {
    const ids = new Set<string>();
    const posters = new Promise((resolve) => setTimeout(resolve, BATCH_MS)).then(() => {
      if (batch?.ids === ids) batch = undefined;
      return loadPosters(ids);
    });
    batch = { ids, posters };
  }
  batch.ids.add(id);
  return (await batch.posters).get(id) ?? null;
}

/** Reads the poster of a post's video. Undefined if the post uses another file. */
export function usePoster(videoId: string | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: keys.poster(videoId ?? ""),
    queryFn: () => loadPoster(videoId as string),
    enabled: videoId !== undefined,
    staleTime: 60_000,
  });
  return data ?? undefined;
}

/** Small portrait image of a video. */
export function Poster({ videoId, width = 32 }: { videoId: string | undefined; width?: number }) {
  const url = usePoster(videoId);
  const style = { flex: "none", width, height: (width * 16) / 9, objectFit: "cover", borderRadius: 4 } as const;
  return url ? (
    <img src={url} alt="" loading="lazy" style={style} />
  ) : (
    <span style={{ ...style, background: "var(--mantine-color-default-hover)" }} />
  );
}
