import { Box, SimpleGrid, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { Empty } from "../../ui/empty";
import { pluralise } from "../../ui/numbers";
import { QueryView } from "../../ui/query-view";
import { VideoCard } from "./card";
import type { Filters } from "./filters";

const MAX_RESULTS = 24;

/** Ignores a filter that is still being typed. */
const toNumber = (text: string) => (/^[1-9]\d{0,12}$/.test(text) ? Number(text) : undefined);
const toName = (text: string) => (/^[@#]?\s*$/.test(text) ? undefined : text.trim());

/** Videos that match a search, best first. */
export function Results({ q, filters }: { q: string; filters: Filters }) {
  const search = {
    q: q.trim(),
    limit: MAX_RESULTS,
    minViews: toNumber(filters.minViews),
    hashtag: toName(filters.hashtag),
    username: toName(filters.username),
    maxDuration: toNumber(filters.maxDuration),
  };
  const query = useQuery({
    queryKey: keys.viralSearch(search),
    queryFn: ({ signal }) => vireo.viralLibrary.search(search, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const { isFetching } = query;
  return (
    <QueryView query={query} lines={6}>
      {({ results, total }) =>
        total === 0 ? (
          <Empty
            icon={SearchX}
            title="No results"
            text="Try other keywords or remove a filter. New videos can be found after they are analysed."
          />
        ) : (
          <Box aria-busy={isFetching} style={{ opacity: isFetching ? 0.7 : 1, transition: "opacity 120ms" }}>
            <Text size="sm" c="dimmed" mb="sm" role="status">
              {total === MAX_RESULTS ? `Top ${MAX_RESULTS} results` : pluralise(total, "result")}
            </Text>
            <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }} spacing="md">
              {results.map(({ video, score }) => (
                <VideoCard key={video.id} video={video} score={score} />
              ))}
            </SimpleGrid>
          </Box>
        )
      }
    </QueryView>
  );
}
