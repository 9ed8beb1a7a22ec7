import { useMedia } from "../../ui/media";

/** Posts do not have thumbnails themselves, so they show the posters of the newest videos. */
const query = { pageSize: 100 };

/** The poster of a post's video. Undefined for other files and for old videos. */
export function usePoster(videoId: string | undefined): string | undefined {
  const { data } = useMedia("video", query, videoId !== undefined);
  return data?.items.find(({ id }) => id === videoId)?.posterUrl;
}
