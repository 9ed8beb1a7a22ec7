import { Box, Group, Pill, SimpleGrid, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useState } from "react";
import type { SearchViralLibraryInterpreted as Interpreted } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { Empty } from "../../ui/empty";
import { pluralise } from "../../ui/numbers";
import { QueryView } from "../../ui/query-view";
import { VideoCard } from "./card";
import type { Filters, Scope } from "./filters";
import { MediaHits } from "./media-hits";

const MAX_RESULTS = 24;
/**
 * Best score below which no result is about the query. With the bundled model and the sample videos, nonsense and other
 * scripts reach at most 0.41, and topics of a video at least 0.53.
 */
const CLOSE_SCORE = 0.45;

/** Describes the results: their number, or that they are only the nearest of all videos. */
function describeResults(total: number, best: number | undefined): string {
  if (best !== undefined && best < CLOSE_SCORE) return "No close matches. Showing the nearest.";
  return total === MAX_RESULTS ? `Top ${MAX_RESULTS} results` : pluralise(total, "result");
}

/** Ignores a filter that is still being typed. */
const toNumber = (text: string) => (/^[1-9]\d{0,12}$/.test(text) ? Number(text) : undefined);
const toName = (text: string) => (/^[@#]?\s*$/.test(text) ? undefined : text.trim());

interface ChipsProps {
  interpreted: Interpreted;
  change(interpreted: Interpreted): void;
}

/** Shows filters that were detected in the query. Removing one searches without it. */
const Chips = ({ interpreted, change }: ChipsProps) => (
  <Group gap="xs" mb="sm" role="group" aria-label="Filters read from your search">
    {interpreted.filters.map((filter) => (
      <Pill
        key={filter.parameter}
        withRemoveButton
        onRemove={() =>
          change({
            ...interpreted,
            filters: interpreted.filters.filter((other) => other.parameter !== filter.parameter),
          })
        }
        removeButtonProps={{ "aria-label": `Remove ${filter.text}`, "aria-hidden": false, tabIndex: 0 }}
      >
        {filter.text}
      </Pill>
    ))}
  </Group>
);

/** Lists videos, or the account's media, that match a search, best first. */
export function Results({ q, filters, scope }: { q: string; filters: Filters; scope: Scope }) {
  /** The remaining detected filters, once one is removed. */
  const [edited, setEdited] = useState<{ q: string; interpreted: Interpreted }>();
  const own = edited?.q === q ? edited.interpreted : undefined;
  const search = {
    q: q.trim(),
    limit: MAX_RESULTS,
    hashtag: toName(filters.hashtag),
    maxDuration: toNumber(filters.maxDuration),
    ...(scope !== "media" && { minViews: toNumber(filters.minViews), username: toName(filters.username) }),
    ...(scope && { library: scope }),
    ...(own && {
      ...Object.fromEntries(own.filters.map(({ parameter, value }) => [parameter, value])),
      q: own.query,
      interpret: "false" as const,
    }),
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
      {({ results, media, total, interpreted = own }) => {
        const chips = interpreted && interpreted.filters.length > 0 && (
          <Chips interpreted={interpreted} change={(changed) => setEdited({ q, interpreted: changed })} />
        );
        return total === 0 ? (
          <>
            {chips}
            <Empty
              icon={SearchX}
              title="No results"
              text={
                media
                  ? "Try other keywords or remove a filter. New media can be found a few seconds after they are ready."
                  : "Try other keywords or remove a filter. New videos can be found after they are analysed."
              }
            />
          </>
        ) : (
          <Box aria-busy={isFetching} style={{ opacity: isFetching ? 0.7 : 1, transition: "opacity 120ms" }}>
            {chips}
            <Text size="sm" c="dimmed" mb="sm" role="status">
              {describeResults(total, results[0]?.score)}
            </Text>
            {media ? (
              <MediaHits hits={media} />
            ) : (
              <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }} spacing="md">
                {results.map(({ video, score }) => (
                  <VideoCard key={video.id} video={video} score={score} />
                ))}
              </SimpleGrid>
            )}
          </Box>
        );
      }}
    </QueryView>
  );
}
