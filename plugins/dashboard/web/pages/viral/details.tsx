import { Button, Group, Paper, SimpleGrid, Text } from "@mantine/core";
import { ExternalLink } from "lucide-react";
import type { ViralLibraryVideo } from "vireo/client";
import { CopyText } from "../../ui/copy";
import { formatCount } from "../../ui/numbers";
import { formatDateTime } from "../../ui/time";
import { isSample } from "./queries";
import { Picture } from "./thumbnail";

const figures = ["views", "likes", "comments", "shares", "saves"] as const;

/** What is known of a video: its picture, its numbers, its words. */
export function Facts({ video }: { video: ViralLibraryVideo }) {
  const { description, stats, hashtags, soundName, tiktokUrl, createdAt } = video;
  const otherTags = hashtags.filter((tag) => !description.toLowerCase().includes(`#${tag}`));
  return (
    <>
      <Paper withBorder w="100%" maw={{ base: 240, sm: "none" }} style={{ overflow: "hidden" }}>
        <Picture video={video} ratio={9 / 14} />
      </Paper>
      <SimpleGrid cols={3} spacing="sm" component="dl" m={0}>
        {figures.map((name) => (
          <div key={name}>
            <Text component="dt" size="xs" c="dimmed" tt="capitalize">
              {name}
            </Text>
            <Text component="dd" m={0} fw={650} title={stats[name].toLocaleString()}>
              {formatCount(stats[name])}
            </Text>
          </div>
        ))}
      </SimpleGrid>
      {isSample(video) && (
        <Text size="sm">This is a sample. Its creator and its numbers are made up; nobody posted it.</Text>
      )}
      <Text size="sm" style={{ whiteSpace: "pre-wrap" }}>
        {description}
      </Text>
      {otherTags.length > 0 && (
        <Text size="sm" c="dimmed">
          {otherTags.map((tag) => `#${tag}`).join(" ")}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {soundName && (
          <>
            Sound: {soundName}
            <br />
          </>
        )}
        In the library since {formatDateTime(createdAt)}
      </Text>
      <Group gap="xs">
        {description && <CopyText value={description} label="Copy the caption" />}
        {!isSample(video) && (
          <Button
            component="a"
            href={tiktokUrl}
            target="_blank"
            rel="noreferrer"
            variant="default"
            size="xs"
            leftSection={<ExternalLink size={14} aria-hidden />}
          >
            Watch it there
          </Button>
        )}
      </Group>
    </>
  );
}
