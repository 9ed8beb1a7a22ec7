import { useCalendarController } from "@fullcalendar/react";
import { Box, Button, Grid, Group, LoadingOverlay, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import type { SocialPost } from "vireo/client";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { Failure, showError } from "../../ui/failure";
import { maxPostsPerDay, type PostDay, usePostDays } from "../../ui/posts";
import { getDay } from "../../ui/time";
import { CalendarGrid, type VisibleRange } from "./calendar-grid";
import { Drafts, useDrafts } from "./drafts";
import { emptyValues, type Values } from "./form/values";
import { PostsBar, type Selection, useMoveTogether, useSelection } from "./selection";
import { toTimestamp } from "./time-slot";
import { Toolbar } from "./toolbar";
import { type useCalendarUrl, type View, views } from "./use-calendar-url";
import { canReschedule, useReschedule } from "./use-reschedule";

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
function MorePosts({ view, days, max, openDay, showMore }: Props) {
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

/** Posts loaded per day in each view. The rest are only counted. */
const perDay = { month: 3, week: 24, list: 8 } as const;
/** Posts loaded at a time in the day view. */
const DAY_STEP = 100;

const NO_DAYS: readonly PostDay[] = [];

export interface OpenForm {
  values: Values;
  /** Name of the draft to continue. A new post gets its own. */
  draftName?: string;
  /** The post to edit. Undefined for a new one. */
  post?: SocialPost;
}

type Url = ReturnType<typeof useCalendarUrl>;

interface ScheduleProps {
  url: Url;
  openForm(form: OpenForm): void;
}

const Overlay = ({ visible }: { visible: boolean }) => (
  <LoadingOverlay
    visible={visible}
    overlayProps={{ backgroundOpacity: 0.4 }}
    loaderProps={{ "aria-label": "Loading posts" }}
  />
);

/** Reads the posts of the dates that the calendar displays. */
function useVisibleDays({ view, accountId, platform, status, group, show }: Url) {
  const [range, setRange] = useState<VisibleRange>();
  const [dayLimit, setDayLimit] = useState(DAY_STEP);
  const query = usePostDays(
    range && { from: range.from, to: range.to, platform, accountId, status, group },
    view === "day" ? dayLimit : perDay[view],
  );
  const changeRange = (next: VisibleRange) => {
    // Only after navigation: a reload reports the same range again.
    if (range && range.type === next.type && range.from !== next.from)
      show({ date: getDay(next.start) }, { replace: true });
    setRange(next);
    setDayLimit(DAY_STEP);
  };
  return { query, range, changeRange, showMore: () => setDayLimit(dayLimit + DAY_STEP) };
}

/** Opens, selects and moves posts, and starts a new post at a time. */
function usePostActions({ show }: Url, selection: Selection, openForm: ScheduleProps["openForm"]) {
  const canPost = useCan("social:draft");
  const reschedule = useReschedule();
  const moveTogether = useMoveTogether(selection);
  return {
    /** Opens a post. With Ctrl, Cmd or Shift, or during a selection, toggles it instead. */
    open(post: SocialPost, withKey: boolean) {
      if (!canPost || !(selection.isActive || withKey)) show({ post: post.postId });
      else if (canReschedule(post)) selection.toggle(post);
      else notifications.show({ message: "Only posts that aren't published can be selected" });
    },
    pick(at: Date, isDay: boolean) {
      if (!canPost || selection.isActive) return;
      const time = toTimestamp(at, isDay);
      if (time > Date.now()) openForm({ values: emptyValues(time) });
      else notifications.show({ message: "Choose a time in the future" });
    },
    move: (post: SocialPost, at: number) =>
      selection.has(post.postId) ? moveTogether(post, at) : reschedule(post, at),
    async drop(id: string, at: Date, isDay: boolean) {
      await vireo.social.posts.get(id).then((post) => reschedule(post, toTimestamp(at, isDay), true), showError);
    },
  };
}

/** Toolbar, calendar and drafts. */
export default function Schedule({ url, openForm }: ScheduleProps) {
  const { view, accountId, platform, status, group, show } = url;
  const canPost = useCan("social:draft");
  const controller = useCalendarController();
  const selection = useSelection();
  const { query, range, changeRange, showMore } = useVisibleDays(url);
  const { data, error, refetch, isFetching, isPlaceholderData } = query;
  const drafts = useDrafts();
  // The calendar has the whole width, also while it is not known whether there are drafts.
  const hasDrafts = Boolean(drafts.query.error || drafts.query.data?.pagination.total);
  const { open, pick, move, drop } = usePostActions(url, selection, openForm);
  const openDay = (day: Date) => {
    controller.changeView(views.day);
    controller.gotoDate(day);
    show({ view: "day", date: getDay(day) });
  };
  const emptyText = platform || accountId || status || group ? "No posts match the filters" : "No posts in this period";
  return (
    <>
      <Toolbar
        title={range?.title ?? ""}
        url={url}
        go={(where) => controller[where]()}
        select={canPost && !selection.isActive ? selection.start : undefined}
      />
      {selection.isActive && <PostsBar selection={selection} days={data?.days ?? NO_DAYS} />}
      {error && <Failure error={error} retry={refetch} />}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: hasDrafts ? 9 : 12 }}>
          <Box pos="relative" className="calendar" aria-busy={isFetching}>
            <Overlay visible={!error && (!data || isPlaceholderData)} />
            <CalendarGrid
              days={data?.days ?? NO_DAYS}
              view={view}
              date={url.date}
              canMove={canPost}
              emptyText={data ? emptyText : ""}
              controller={controller}
              onRangeChange={changeRange}
              isSelected={selection.has}
              onOpen={open}
              onPick={pick}
              onPickDay={(day) => (canPost && toTimestamp(day, true) > Date.now() ? pick(day, true) : openDay(day))}
              onOpenDay={openDay}
              onMove={move}
              onDrop={drop}
            />
          </Box>
          {data?.total === 0 && (view === "month" || view === "week") && (
            <Text size="sm" c="dimmed" mt="sm">
              {emptyText}
            </Text>
          )}
          {data && range && (
            <MorePosts view={view} days={data.days} max={maxPostsPerDay(range)} openDay={openDay} showMore={showMore} />
          )}
        </Grid.Col>
        {/* Not before the posts, which would push the drafts down on a phone. */}
        {hasDrafts && (data || error) && (
          <Grid.Col span={{ base: 12, lg: 3 }}>
            <Drafts pages={drafts} canDrag={canPost} open={(post) => show({ post })} />
          </Grid.Col>
        )}
      </Grid>
    </>
  );
}
