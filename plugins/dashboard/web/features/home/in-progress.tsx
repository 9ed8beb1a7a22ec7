import { Anchor, Box, Group, Stack, ThemeIcon } from "@mantine/core";
import { Link } from "wouter";
import { ItemProgress } from "../../ui/job-progress";
import { isRunning, type MediaItem, media } from "../../ui/media";
import { Panel } from "../../ui/panel";

const MAX_ROWS = 5;

export function InProgress({ items }: { items: readonly MediaItem[] }) {
  const running = items.filter(isRunning);
  if (running.length === 0) return null;
  return (
    <Panel title="In progress">
      <Stack gap="md">
        {running.slice(0, MAX_ROWS).map((item) => {
          const Icon = media[item.kind].icon;
          return (
            <Group key={item.id} wrap="nowrap" gap="sm">
              <ThemeIcon variant="light" size="lg" aria-hidden>
                <Icon size={18} />
              </ThemeIcon>
              <Box flex={1} miw={0}>
                <Anchor
                  component={Link}
                  href={`/library/${item.kind}/${item.id}`}
                  size="sm"
                  fw={500}
                  truncate
                  display="block"
                >
                  {item.title}
                </Anchor>
                <ItemProgress item={item} />
              </Box>
            </Group>
          );
        })}
        {running.length > MAX_ROWS && (
          <Anchor component={Link} href="/library?status=pending" size="sm">
            {running.length - MAX_ROWS} more in the library
          </Anchor>
        )}
      </Stack>
    </Panel>
  );
}
