import { Box, SimpleGrid, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { vireo } from "../../api";
import { Empty } from "../../ui/empty";
import { Failure } from "../../ui/failure";
import { Loading } from "../../ui/loading";
import { VideoCard } from "./card";
import type { Filters } from "./filters";

const RESULTS = 24;

/** Digits only: the API takes nothing else, and a number half typed is no filter yet. */
const count = (text: string) => (/^[1-9]\d{0,12}$/.test(text) ? Number(text) : undefined);
const word = (text: string) => (/^[@#]?\s*$/.test(text) ? undefined : text.trim());

/** What comes nearest to the words. A newer question ends the one before. */
export function Results({ q, filters }: { q: string; filters: Filters }) {
  const query = {
    q: q.trim(),
    limit: RESULTS,
    minViews: count(filters.minViews),
    hashtag: word(filters.hashtag),
    username: word(filters.username),
    maxDuration: count(filters.maxDuration),
  };
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ["viral", "search", query],
    queryFn: ({ signal }) => vireo.viralLibrary.search(query, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  if (error) return <Failure error={error} retry={refetch} />;
  if (!data) return <Loading lines={6} />;
  if (data.total === 0) {
    return (
      <Empty
        icon={SearchX}
        title="Nothing comes near that"
        text="Say it in other words, or take a filter away. Videos are found once they are analysed, a moment after they came in."
      />
    );
  }
  return (
    <Box aria-busy={isFetching} style={{ opacity: isFetching ? 0.7 : 1, transition: "opacity 120ms" }}>
      <Text size="sm" c="dimmed" mb="sm" role="status">
        {data.total === RESULTS ? `The ${RESULTS} nearest in meaning` : `${data.total} found, nearest in meaning first`}
      </Text>
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }} spacing="md">
        {data.results.map(({ video, score }) => (
          <VideoCard key={video.id} video={video} score={score} />
        ))}
      </SimpleGrid>
    </Box>
  );
}
