import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Bookmark, Eye, Heart, type LucideIcon, MessageCircle, Share2 } from "lucide-react";
import type { SocialPost, SocialPostMetricsTarget } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { formatCount } from "../../ui/numbers";
import { Time } from "../../ui/time";

const figures: readonly {
  name: "views" | "likes" | "comments" | "shares" | "saves";
  label: string;
  icon: LucideIcon;
}[] = [
  { name: "views", label: "Views", icon: Eye },
  { name: "likes", label: "Likes", icon: Heart },
  { name: "comments", label: "Comments", icon: MessageCircle },
  { name: "shares", label: "Shares", icon: Share2 },
  { name: "saves", label: "Saves", icon: Bookmark },
];

/** Reads the results of a published post per channel. Undefined while loading. */
export function usePostMetrics(post: SocialPost): readonly SocialPostMetricsTarget[] | undefined {
  const { data } = useQuery({
    queryKey: keys.postMetrics(post.postId),
    queryFn: () => vireo.social.posts.metrics.get(post.postId),
    enabled: post.targets.some(({ status }) => status === "published"),
    staleTime: 60_000,
  });
  return data?.targets;
}

/** Shows the latest results on a channel, or why there are none. */
export function TargetResults({ results }: { results: SocialPostMetricsTarget }) {
  if (results.metrics !== "available") {
    return (
      <Text size="xs" c="dimmed">
        {results.metrics === "pending" ? "First results an hour after publishing" : "No results from this provider"}
      </Text>
    );
  }
  return (
    <>
      <Group gap="md" component="ul" m={0} p={0} style={{ listStyle: "none" }} aria-label="Results">
        {figures.map(({ name, label, icon: Icon }) => {
          const value = results[name];
          if (value === undefined) return null;
          return (
            <Group key={name} component="li" gap={4} wrap="nowrap" title={`${label}: ${value.toLocaleString()}`}>
              <Icon size={15} role="img" aria-label={label} />
              <Text size="sm" fw={500}>
                {formatCount(value)}
              </Text>
            </Group>
          );
        })}
      </Group>
      {results.measuredAt !== undefined && (
        <Text size="xs" c="dimmed">
          {results.simulated ? "Simulated by the sandbox" : "Measured"}{" "}
          <Time at={results.measuredAt} as="relative" size="xs" />
        </Text>
      )}
    </>
  );
}
