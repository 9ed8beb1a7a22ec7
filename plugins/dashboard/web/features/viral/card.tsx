import { Card, Group, Progress, Stack, Text } from "@mantine/core";
import { Eye, Heart } from "lucide-react";
import type { ViralLibraryVideo } from "vireo/client";
import { Link } from "wouter";
import { formatCount } from "../../ui/numbers";
import { Thumbnail } from "./thumbnail";
import "../../ui/media.css";

const TAGS = 3;

/** Shows how well a video matches the search. */
export const Score = ({ value }: { value: number }) => (
  <Group gap={8} wrap="nowrap" mt={2}>
    <Progress.Root size="sm" flex={1}>
      <Progress.Section value={value * 100} aria-label="Match" />
    </Progress.Root>
    <Text size="xs" fw={600}>
      {Math.round(value * 100)}%
    </Text>
  </Group>
);

/** A video in the grid. Links to its page. */
export function VideoCard({ video, score }: { video: ViralLibraryVideo; score?: number }) {
  const { id, description, username, stats, hashtags, analysis } = video;
  return (
    <Card component={Link} href={`/viral/${id}`} withBorder padding="sm" className="media-card" c="inherit">
      <Card.Section>
        <Thumbnail video={video} />
      </Card.Section>
      <Stack gap={4} mt="sm">
        {score !== undefined && <Score value={score} />}
        <Text size="sm" fw={500} lineClamp={2}>
          {description || "No caption"}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          @{username}
        </Text>
        <Group gap="sm" wrap="nowrap">
          <Group gap={4} wrap="nowrap">
            <Eye size={14} />
            <Text size="xs" aria-label={`${stats.views.toLocaleString()} views`}>
              {formatCount(stats.views)}
            </Text>
          </Group>
          <Group gap={4} wrap="nowrap">
            <Heart size={14} />
            <Text size="xs" aria-label={`${stats.likes.toLocaleString()} likes`}>
              {formatCount(stats.likes)}
            </Text>
          </Group>
        </Group>
        <Text size="xs" c="dimmed" truncate>
          {analysis
            ? hashtags
                .slice(0, TAGS)
                .map((tag) => `#${tag}`)
                .join(" ")
            : "Not analysed yet"}
        </Text>
      </Stack>
    </Card>
  );
}
