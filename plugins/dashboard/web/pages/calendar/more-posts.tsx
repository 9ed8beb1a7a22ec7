import { Button, Group, Text } from "@mantine/core";
import type { PostDay } from "../../ui/posts";
import type { View } from "./use-calendar-url";

interface Props {
  view: View;
  days: readonly PostDay[];
  /** The most posts that one day can be asked for. */
  most: number;
  onDay(date: Date): void;
  showMore(): void;
}

const dayName = new Intl.DateTimeFormat(undefined, { weekday: "short", month: "short", day: "numeric" });

/** What a week or a day has besides the posts that are drawn; a month and a list tell it at each day. */
export function Rest({ view, days, most, onDay, showMore }: Props) {
  const cut = days.filter(({ posts, total }) => total > posts.length);
  if (cut.length === 0 || view === "month" || view === "list") return null;
  if (view === "week") {
    return (
      <Group gap="xs" mt="sm">
        <Text size="sm" c="dimmed">
          The first {cut[0]?.posts.length} posts of each day are shown.
        </Text>
        {cut.map(({ date, posts, total }) => {
          const day = new Date(`${date}T00:00`);
          return (
            <Button key={date} variant="default" size="compact-sm" onClick={() => onDay(day)}>
              {`${dayName.format(day)}: +${(total - posts.length).toLocaleString()} more`}
            </Button>
          );
        })}
      </Group>
    );
  }
  const [{ posts, total } = { posts: [], total: 0 }] = cut;
  if (posts.length >= most) {
    return (
      <Text size="sm" c="dimmed" mt="sm">
        {`The first ${posts.length.toLocaleString()} of ${total.toLocaleString()} posts are shown. Choose an account or a state to see the others.`}
      </Text>
    );
  }
  return (
    <Button variant="default" fullWidth mt="sm" onClick={showMore}>
      {`Show more: ${posts.length.toLocaleString()} of ${total.toLocaleString()} are shown`}
    </Button>
  );
}
