import { Anchor, Box, Group, Stack, Text, ThemeIcon } from "@mantine/core";
import { Link } from "wouter";
import { Making } from "../../ui/job-progress";
import { type Medium, media, underWay } from "../../ui/media";
import { Panel } from "../../ui/panel";

const SHOWN = 5;

/** What is being made at the moment. */
export function Running({ items }: { items: readonly Medium[] }) {
  const running = items.filter(underWay);
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
                <Making {...medium} />
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
