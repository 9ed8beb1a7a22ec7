import { AspectRatio, Badge, Box, Card, Center, Image, Stack, Text } from "@mantine/core";
import { CircleX } from "lucide-react";
import { Link } from "wouter";
import { JobProgress } from "./job-progress";
import { formatDuration, isRunning, type MediaItem, media } from "./media";
import { formatRelative } from "./time";
import "./media.css";

/** The picture of a card: what was made, how far it is, or why it failed. */
function Face({ medium }: { medium: MediaItem }) {
  const { kind, status, posterUrl, failMessage, duration } = medium;
  const Icon = media[kind].icon;
  if (isRunning(medium)) {
    return (
      <Center p="md">
        <JobProgress {...medium} />
      </Center>
    );
  }
  if (status === "failed") {
    return (
      <Center p="sm">
        <Stack gap={6} align="center" ta="center">
          <CircleX size={22} color="var(--mantine-color-red-filled)" aria-hidden />
          <Text size="xs" lineClamp={4}>
            <Text span fw={600} inherit>
              Failed.{" "}
            </Text>
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
          <Icon size={32} aria-hidden color="var(--mantine-color-dimmed)" />
        </Center>
      )}
      {duration !== undefined && (
        <Badge pos="absolute" bottom={8} right={8} color="dark.9" radius="sm" tt="none" autoContrast={false} c="white">
          {formatDuration(duration)}
        </Badge>
      )}
    </Box>
  );
}

/** One medium in a grid; it leads to its page. */
export const MediaCard = ({ medium }: { medium: MediaItem }) => (
  <Card
    component={Link}
    href={`/library/${medium.kind}/${medium.id}`}
    withBorder
    padding="sm"
    className="media-card"
    c="inherit"
  >
    <Card.Section>
      <AspectRatio ratio={1} bg="var(--mantine-color-default-hover)">
        <Face medium={medium} />
      </AspectRatio>
    </Card.Section>
    <Stack gap={4} mt="sm">
      <Text size="sm" fw={550} lineClamp={2}>
        {medium.title}
      </Text>
      <Text size="xs" c="dimmed">
        {formatRelative(medium.createdAt)}
        {medium.versions.length > 1 && `, ${medium.versions.length} versions`}
      </Text>
    </Stack>
  </Card>
);
