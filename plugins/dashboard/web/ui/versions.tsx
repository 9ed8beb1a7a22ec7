import { ActionIcon, Badge, Box, Button, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { Download } from "lucide-react";
import { useState } from "react";
import type { VideoVersion } from "vireo/client";
import type { MediaItem } from "./media";
import { VideoPlayer } from "./player";
import { formatRelative } from "./time";

const operations = {
  original: "Original",
  clip: "Clip",
  captions: "Captions",
  overlay: "Overlay",
  voiceover: "Voice-over",
  trim: "Trim",
  render: "Export",
} as const;

const layerNames = { ...operations, music: "Music", reframe: "Reframe", tighten: "Tighten" } as const;

/** Names what a version added or changed. */
const nameVersion = ({ operation, layers = [] }: VideoVersion): string =>
  operation === "render" && layers.length > 0
    ? [...new Set(layers)].map((layer) => layerNames[layer]).join(", ")
    : operations[operation];

/** Few at first, because every version loads a video. */
const INITIAL_COUNT = 4;

/** Shows a video's versions side by side, newest first. */
export function Versions({ item }: { item: MediaItem }) {
  const [all, setAll] = useState(false);
  const { title, width, height } = item;
  const newest = item.versions.toReversed();
  const versions = all ? newest : newest.slice(0, INITIAL_COUNT);
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: Math.min(2, versions.length), md: Math.min(versions.length, 4) }} spacing="md">
        {versions.map((one, index) => (
          <Box key={one.version} component="figure" m={0}>
            <VideoPlayer
              url={one.url}
              title={`${title}, version ${one.version}`}
              width={width}
              height={height}
              maxHeight="46dvh"
            />
            <Group component="figcaption" justify="space-between" wrap="nowrap" mt={6} gap={4}>
              <Box miw={0}>
                <Group gap="0 6px">
                  <Text size="sm" fw={600}>
                    {nameVersion(one)}
                  </Text>
                  {index === 0 && <Badge size="xs">Latest</Badge>}
                </Group>
                <Text size="xs" c="dimmed">
                  Version {one.version}, {formatRelative(one.createdAt)}
                </Text>
              </Box>
              <ActionIcon
                component="a"
                href={one.url}
                download={`version-${one.version}.mp4`}
                aria-label={`Download version ${one.version}`}
              >
                <Download size={16} />
              </ActionIcon>
            </Group>
          </Box>
        ))}
      </SimpleGrid>
      {newest.length > INITIAL_COUNT && (
        <Button variant="subtle" size="xs" onClick={() => setAll(!all)} style={{ alignSelf: "flex-start" }}>
          {all ? "Show fewer" : `Show all ${newest.length}`}
        </Button>
      )}
    </Stack>
  );
}

/** Section with a video's versions. Hidden if it was never edited. */
export const VersionSection = ({ item }: { item: MediaItem }) =>
  item.versions.length > 1 && (
    <Stack gap="sm" component="section" aria-label="Versions">
      <Title order={2} size="h4">
        Versions
      </Title>
      <Versions item={item} />
    </Stack>
  );
