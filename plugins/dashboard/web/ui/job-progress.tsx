import { Group, Progress, Stack, Text } from "@mantine/core";
import { CancelJob } from "./cancel-job";
import type { MediaItem } from "./media";

interface Props extends Pick<MediaItem, "status" | "progress" | "title"> {
  /** What it does while it runs. */
  label?: string | undefined;
}

/** Shows the progress of a generation. */
export const JobProgress = ({ status, progress, title, label = "Rendering" }: Props) => (
  <Stack gap={6} w="100%">
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Text size="sm" c="dimmed">
        {status === "pending" ? "Queued" : label}
      </Text>
      <Text size="sm" fw={600} style={{ whiteSpace: "nowrap" }}>
        {progress}%
      </Text>
    </Group>
    <Progress.Root size="md">
      {/* Never empty, so that the bar looks active from the start. */}
      <Progress.Section value={Math.max(4, progress)} animated aria-label={`${title}: progress`} />
    </Progress.Root>
  </Stack>
);

/** Shows the progress of an item, with a button to cancel it. */
export const ItemProgress = ({ item }: { item: MediaItem }) => (
  <Group wrap="nowrap" align="flex-end" gap="xs" w="100%">
    <JobProgress {...item} />
    <CancelJob item={item} />
  </Group>
);
