import { Button, Group, Paper, SimpleGrid, Text } from "@mantine/core";
import { ExternalLink } from "lucide-react";
import type { ViralLibraryVideo } from "vireo/client";
import { CopyButton } from "../../ui/copy";
import { toLocalUrl } from "../../ui/media";
import { formatCount } from "../../ui/numbers";
import { VideoPlayer } from "../../ui/player";
import { formatDateTime } from "../../ui/time";
import { isSample } from "./queries";
import { Thumbnail } from "./thumbnail";

const figures = ["views", "likes", "comments", "shares", "saves"] as const;

/** Shows the video or its thumbnail, statistics and caption. */
export function Details({ video }: { video: ViralLibraryVideo }) {
  const { description, stats, hashtags, soundName, tiktokUrl, thumbnailUrl, playUrl, createdAt } = video;
  const otherTags = hashtags.filter((tag) => !description.toLowerCase().includes(`#${tag}`));
  return (
    <>
      <Paper withBorder w="100%" maw={{ base: 240, sm: "none" }} style={{ overflow: "hidden" }}>
        {isSample(video) && playUrl ? (
          <VideoPlayer url={toLocalUrl(playUrl)} title={description} posterUrl={thumbnailUrl} preload="none" />
        ) : (
          <Thumbnail video={video} />
        )}
      </Paper>
      <SimpleGrid cols={3} spacing="sm" component="dl" m={0}>
        {figures.map((name) => (
          <div key={name}>
            <Text component="dt" size="xs" c="dimmed" tt="capitalize">
              {name}
            </Text>
            <Text component="dd" m={0} fw={600} title={stats[name].toLocaleString()}>
              {formatCount(stats[name])}
            </Text>
          </div>
        ))}
      </SimpleGrid>
      {isSample(video) && <Text size="sm">This is a sample with a fictional creator and made-up statistics.</Text>}
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
        Added {formatDateTime(createdAt)}
      </Text>
      <Group gap="xs">
        {description && <CopyButton value={description} label="Copy caption" />}
        {!isSample(video) && (
          <Button
            component="a"
            href={tiktokUrl}
            target="_blank"
            rel="noreferrer"
            variant="default"
            size="xs"
            leftSection={<ExternalLink size={14} />}
          >
            Watch on TikTok
          </Button>
        )}
      </Group>
    </>
  );
}
