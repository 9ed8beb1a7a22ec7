import { ActionIcon, Badge, Box, Button, Group, SimpleGrid, Stack, Text, Tooltip } from "@mantine/core";
import { Download } from "lucide-react";
import { useState } from "react";
import type { MediaItem } from "./media";
import { VideoPlayer } from "./player";
import { formatRelative } from "./time";

const operations = {
  original: "Original",
  captions: "Captions",
  overlay: "Overlay",
  voiceover: "Voice-over",
} as const;
/** Each shown version is a player that loads. */
const SHOWN = 4;

/** A video's versions side by side, newest first; every one of them can be had. */
export function Versions({ medium, tallest = "46dvh" }: { medium: MediaItem; tallest?: string }) {
  const [all, setAll] = useState(false);
  const { versions, title, width, height } = medium;
  const newest = versions.toReversed();
  const shown = all ? newest : newest.slice(0, SHOWN);
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: Math.min(2, shown.length), md: Math.min(shown.length, 4) }} spacing="md">
        {shown.map(({ version, operation, url, createdAt }, at) => (
          <Box key={version} component="figure" m={0}>
            <VideoPlayer url={url} title={`${title}, version ${version}`} {...{ width, height, tallest }} />
            <Group component="figcaption" justify="space-between" wrap="nowrap" mt={6} gap={4}>
              <Box miw={0}>
                <Group gap="0 6px">
                  <Text size="sm" fw={600}>
                    {operations[operation]}
                  </Text>
                  {at === 0 && (
                    <Badge size="xs" variant="light" tt="none">
                      newest
                    </Badge>
                  )}
                </Group>
                <Text size="xs" c="dimmed">
                  Version {version}, {formatRelative(createdAt)}
                </Text>
              </Box>
              <Tooltip label="Download">
                <ActionIcon
                  component="a"
                  href={url}
                  download={`version-${version}.mp4`}
                  variant="subtle"
                  color="gray"
                  aria-label={`Download version ${version}`}
                >
                  <Download size={16} />
                </ActionIcon>
              </Tooltip>
            </Group>
          </Box>
        ))}
      </SimpleGrid>
      {newest.length > SHOWN && (
        <Button variant="subtle" size="xs" onClick={() => setAll(!all)} style={{ alignSelf: "flex-start" }}>
          {all ? "Show the newest only" : `Show all ${newest.length}`}
        </Button>
      )}
    </Stack>
  );
}
