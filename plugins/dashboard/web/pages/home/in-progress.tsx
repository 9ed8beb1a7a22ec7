import { Anchor, Box, Group, Stack, Text, ThemeIcon } from "@mantine/core";
import { Link } from "wouter";
import { JobProgress } from "../../ui/job-progress";
import { isRunning, type MediaItem, media } from "../../ui/media";
import { Panel } from "../../ui/panel";

const SHOWN = 5;

/** What is being made at the moment. */
export function InProgress({ items }: { items: readonly MediaItem[] }) {
  const running = items.filter(isRunning);
  if (running.length === 0) return null;
  const rest = running.length - SHOWN;
  return (
    <Panel title="Being made">
      <Stack gap="md">
        {running.slice(0, SHOWN).map((medium) => {
          const Icon = media[medium.kind].icon;
          return (
            <Group key={medium.id} wrap="nowrap" gap="sm">
              <ThemeIcon variant="light" size="lg" aria-hidden>
                <Icon size={18} />
              </ThemeIcon>
              <Box flex={1} miw={0}>
                <Anchor
                  component={Link}
                  href={`/library/${medium.kind}/${medium.id}`}
                  size="sm"
                  fw={550}
                  truncate
                  display="block"
                >
                  {medium.title}
                </Anchor>
                <JobProgress {...medium} />
              </Box>
            </Group>
          );
        })}
        {rest > 0 && (
          <Text size="sm" c="dimmed">
            {rest} more {rest === 1 ? "waits" : "wait"}.{" "}
            <Anchor component={Link} href="/library?status=pending" size="sm">
              See them in the library
            </Anchor>
          </Text>
        )}
      </Stack>
    </Panel>
  );
}
