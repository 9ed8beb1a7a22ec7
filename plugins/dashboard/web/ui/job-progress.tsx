import { Group, Progress, Stack, Text } from "@mantine/core";
import type { MediaItem } from "./media";

/** How far a piece of work is. */
export const JobProgress = ({ status, progress, title }: Pick<MediaItem, "status" | "progress" | "title">) => (
  <Stack gap={6} w="100%">
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Text size="sm" c="dimmed">
        {status === "pending" ? "Waiting" : "Being made"}
      </Text>
      <Text size="sm" fw={600} style={{ whiteSpace: "nowrap" }}>
        {progress} %
      </Text>
    </Group>
    <Progress.Root size="md">
      {/* A sliver is always there: something is going on. */}
      <Progress.Section value={Math.max(4, progress)} animated aria-label={`${title}: percent done`} />
    </Progress.Root>
  </Stack>
);
