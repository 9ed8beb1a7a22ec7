import { AspectRatio, Badge, Box, Card, Center, Image, Stack, Text } from "@mantine/core";
import { CircleSlash, CircleX } from "lucide-react";
import { Link } from "wouter";
import { isCancelled } from "./failure";
import { JobProgress } from "./job-progress";
import { formatDuration, isRunning, type MediaItem, media } from "./media";
import { formatRelative } from "./time";
import "./media.css";

/** The card's image, progress or error. */
function Thumbnail({ item }: { item: MediaItem }) {
  const { kind, status, posterUrl, failMessage, duration } = item;
  const Icon = media[kind].icon;
  if (isRunning(item)) {
    return (
      <Center p="md">
        <JobProgress {...item} />
      </Center>
    );
  }
  if (status === "failed") {
    return (
      <Center p="sm">
        <Stack gap={6} align="center" ta="center">
          {isCancelled(item) ? (
            <CircleSlash size={22} color="var(--mantine-color-dimmed)" />
          ) : (
            <CircleX size={22} color="var(--mantine-color-red-filled)" />
          )}
          <Text size="xs" lineClamp={4}>
            {!isCancelled(item) && (
              <Text span fw={600} inherit>
                Failed.{" "}
              </Text>
            )}
            {failMessage}
          </Text>
        </Stack>
      </Center>
    );
  }
  return (
    <Box pos="relative">
      {posterUrl ? (
        <Image src={posterUrl} alt="" loading="lazy" fit="cover" w="100%" h="100%" />
      ) : (
        <Center h="100%">
          <Icon size={32} color="var(--mantine-color-dimmed)" />
        </Center>
      )}
      {duration !== undefined && (
        <Badge pos="absolute" bottom={8} right={8} variant="filled" color="dark.9" c="white" radius="sm">
          {formatDuration(duration)}
        </Badge>
      )}
    </Box>
  );
}

/** One item in a grid. Links to its page. */
export const MediaCard = ({ item }: { item: MediaItem }) => (
  <Card component={Link} href={`/library/${item.kind}/${item.id}`} withBorder p="sm" className="media-card" c="inherit">
    <Card.Section>
      <AspectRatio ratio={1} bg="var(--mantine-color-default-hover)">
        <Thumbnail item={item} />
      </AspectRatio>
    </Card.Section>
    <Stack gap={4} mt="sm">
      <Text size="sm" fw={550} lineClamp={2}>
        {item.title}
      </Text>
      <Text size="xs" c="dimmed">
        {formatRelative(item.createdAt)}
        {item.versions.length > 1 && `, ${item.versions.length} versions`}
      </Text>
    </Stack>
  </Card>
);
