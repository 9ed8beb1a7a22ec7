import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { vireo } from "../../api";

/** A video that an idea draws on, by its words. */
export function Inspiration({ id }: { id: string }) {
  const { data, error } = useQuery({
    queryKey: ["viral", "one", id],
    queryFn: () => vireo.viralLibrary.videos.get(id),
    staleTime: 300_000,
  });
  const words = data ? `@${data.username}: ${data.description}` : error ? "A video that is not there any more" : id;
  return (
    <Anchor component={Link} href={`/viral/${id}`} size="sm" lineClamp={1}>
      {words}
    </Anchor>
  );
}
