import { Image, type ImageProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { vireo } from "../api";
import { keys } from "../query-keys";
import { useCan } from "../session";
import { toLocalUrl } from "./media";

const MAX_IMAGES = 100;

/** Maps the URLs of the newest uploaded and generated images to their thumbnails. */
async function loadThumbnails(): Promise<ReadonlyMap<string, string>> {
  const [{ uploads }, { images }] = await Promise.all([
    vireo.uploads.list({ kind: "image", pageSize: MAX_IMAGES }),
    vireo.images.list({ status: "completed", pageSize: MAX_IMAGES }),
  ]);
  return new Map(
    [...uploads, ...images].flatMap(({ url, thumbnailUrl }) =>
      url && thumbnailUrl ? [[toLocalUrl(url), toLocalUrl(thumbnailUrl)] as const] : [],
    ),
  );
}

/** Finds the thumbnail of an image. Undefined while loading. The image itself if it has none or is older. */
export function useThumbnail(imageUrl: string | undefined): string | undefined {
  const url = imageUrl && toLocalUrl(imageUrl);
  const canRead = useCan("media:read");
  const { data, isLoading } = useQuery({
    queryKey: keys.thumbnails,
    queryFn: loadThumbnails,
    enabled: canRead && url?.startsWith("/media/") === true,
    staleTime: 60_000,
  });
  return isLoading || !url ? undefined : (data?.get(url) ?? url);
}

/** Small image for lists and fields. Loads the thumbnail of a stored image instead of the whole file. */
export const Thumbnail = ({ url, alt, ...props }: Omit<ImageProps, "src"> & { url: string; alt: string }) => (
  <Image
    src={useThumbnail(url)}
    alt={alt}
    loading="lazy"
    draggable={false}
    bg="var(--mantine-color-default-hover)"
    {...props}
  />
);
