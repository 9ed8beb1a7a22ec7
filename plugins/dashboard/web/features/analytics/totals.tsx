import { Group, Paper, SimpleGrid, Stack, Text } from "@mantine/core";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { Sums } from "../../ui/analytics";
import { formatCount } from "../../ui/numbers";
import { countEngagements, formatRate, getEngagementRate } from "./queries";

const figures: readonly { title: string; read(sums: Sums): number | undefined; format(value: number): string }[] = [
  { title: "Posts", read: ({ posts }) => posts, format: formatCount },
  { title: "Views", read: ({ views }) => views, format: formatCount },
  { title: "Engagements", read: countEngagements, format: formatCount },
  { title: "Engagement rate", read: getEngagementRate, format: formatRate },
  { title: "Shares", read: ({ shares }) => shares, format: formatCount },
  {
    title: "Watch time",
    read: ({ watchSeconds }) => watchSeconds / 3600,
    format: (hours) => `${formatCount(hours)} h`,
  },
];

/** Shows the change from the previous period. */
function Change({ now, before }: { now: number; before: number }) {
  const change = now / before - 1;
  if (Math.abs(change) < 0.001) return "No change";
  const Icon = change < 0 ? ArrowDown : ArrowUp;
  return (
    <Group gap={2} wrap="nowrap" component="span">
      <Icon size={14} aria-label={change < 0 ? "Down" : "Up"} role="img" />
      {formatRate(Math.abs(change))}
    </Group>
  );
}

/** Shows the totals of the range, each compared with the previous period. */
export const Totals = ({ total, before, days }: { total: Sums; before: Sums | undefined; days: number }) => (
  <Stack gap={6}>
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm" component="dl" m={0}>
      {figures.map(({ title, read, format }) => {
        const value = read(total);
        const old = before && read(before);
        return (
          <Paper key={title} withBorder p="sm">
            <Text component="dt" size="sm" c="dimmed">
              {title}
            </Text>
            <Text component="dd" m={0} fz={26} fw={600} lh={1.3}>
              {value === undefined ? "–" : format(value)}
            </Text>
            {value !== undefined && old !== undefined && old > 0 && (
              <Text
                component="dd"
                m={0}
                size="xs"
                c={value > old ? "var(--mantine-color-green-light-color)" : "dimmed"}
              >
                <Change now={value} before={old} />
              </Text>
            )}
          </Paper>
        );
      })}
    </SimpleGrid>
    {before && before.posts > 0 && (
      <Text size="xs" c="dimmed">
        Compared with the {days} days before.
      </Text>
    )}
  </Stack>
);
