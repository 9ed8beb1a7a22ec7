import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { vireo } from "../../api";
import { keys } from "../../query-keys";

/** Link to a video that inspired an item. */
export function Inspiration({ id }: { id: string }) {
  const { data, error } = useQuery({
    queryKey: keys.viralVideo(id),
    queryFn: () => vireo.viralLibrary.videos.get(id),
    staleTime: 300_000,
  });
  const title = data ? `@${data.username}: ${data.description}` : error ? "Video no longer available" : id;
  return (
    <Anchor component={Link} href={`/viral/${id}`} size="sm" lineClamp={1}>
      {title}
    </Anchor>
  );
}
