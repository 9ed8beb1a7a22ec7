import { Button, Group, Text } from "@mantine/core";
import type { PostDay } from "../../ui/posts";
import type { View } from "./use-calendar-url";

interface Props {
  view: View;
  days: readonly PostDay[];
  /** Most posts that can be loaded for a day. */
  max: number;
  openDay(date: Date): void;
  showMore(): void;
}

const dayName = new Intl.DateTimeFormat(undefined, { weekday: "short", month: "short", day: "numeric" });

/** Links to posts that the week or day view has not loaded. The other views show links within each day. */
export function MorePosts({ view, days, max, openDay, showMore }: Props) {
  const partial = days.filter(({ posts, total }) => total > posts.length);
  const [first] = partial;
  if (!first || view === "month" || view === "list") return null;
  if (view === "week") {
    return (
      <Group gap="xs" mt="sm">
        <Text size="sm" c="dimmed">
          Showing the first {first.posts.length} posts of each day
        </Text>
        {partial.map(({ date, posts, total }) => {
          const day = new Date(`${date}T00:00`);
          return (
            <Button key={date} variant="default" size="compact-sm" onClick={() => openDay(day)}>
              {`${dayName.format(day)}: +${(total - posts.length).toLocaleString()} more`}
            </Button>
          );
        })}
      </Group>
    );
  }
  const [count, total] = [first.posts.length.toLocaleString(), first.total.toLocaleString()];
  if (first.posts.length >= max) {
    return (
      <Text size="sm" c="dimmed" mt="sm">
        {`Showing ${count} of ${total} posts. Filter by channel or status to see the others.`}
      </Text>
    );
  }
  return (
    <Button variant="default" fullWidth mt="sm" onClick={showMore}>
      {`Show more (${count} of ${total})`}
    </Button>
  );
}
