import { useCalendarController } from "@fullcalendar/react";
import { Box, Grid, LoadingOverlay, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import type { SocialPost } from "vireo/client";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { Failure, showError } from "../../ui/failure";
import { maxPostsPerDay, type PostDay, usePostDays } from "../../ui/posts";
import { CalendarGrid, type VisibleRange } from "./calendar-grid";
import { Drafts } from "./drafts";
import { emptyValues, type Values } from "./form/values";
import { MorePosts } from "./more-posts";
import { SelectionBar, useMoveTogether, useSelection } from "./selection";
import { toDay, toTimestamp } from "./time-slot";
import { Toolbar } from "./toolbar";
import { type useCalendarUrl, views } from "./use-calendar-url";
import { canReschedule, useReschedule } from "./use-reschedule";

/** Posts per day that each view loads. The others are only counted. */
const perDay = { month: 3, week: 60, list: 20 } as const;
/** Posts that the day view loads at a time. */
const DAY_STEP = 100;

const NO_DAYS: readonly PostDay[] = [];

/** The open form: values, and the post if one is edited. */
export interface OpenForm {
  values: Values;
  /** What was typed earlier and not saved. */
  restored?: Values | undefined;
  post?: SocialPost;
}

interface ScheduleProps {
  url: ReturnType<typeof useCalendarUrl>;
  openForm(form: OpenForm): void;
}

const Overlay = ({ visible }: { visible: boolean }) => (
  <LoadingOverlay
    visible={visible}
    overlayProps={{ backgroundOpacity: 0.4 }}
    loaderProps={{ "aria-label": "Loading posts" }}
  />
);

/** Toolbar, calendar and drafts. */
export function Schedule({ url, openForm }: ScheduleProps) {
  const { view, accountId, platform, status, show } = url;
  const canPost = useCan("social:write");
  const controller = useCalendarController();
  const reschedule = useReschedule();
  const selection = useSelection();
  const [isSelecting, setSelecting] = useState(false);
  const moveTogether = useMoveTogether(selection);
  const [range, setRange] = useState<VisibleRange>();
  const [dayLimit, setDayLimit] = useState(DAY_STEP);
  const { data, error, refetch, isFetching, isPlaceholderData } = usePostDays(
    range && { from: range.from, to: range.to, platform, accountId, status },
    view === "day" ? dayLimit : perDay[view],
  );
  const changeRange = (next: VisibleRange) => {
    // Only after navigation, because a reload reports the same range again.
    if (range && range.type === next.type && range.from !== next.from)
      show({ date: toDay(next.start) }, { replace: true });
    setRange(next);
    setDayLimit(DAY_STEP);
  };
  const pick = (at: Date, isDay: boolean) => {
    if (!canPost || isSelecting) return;
    const time = toTimestamp(at, isDay);
    if (time > Date.now()) openForm({ values: emptyValues(time) });
    else notifications.show({ message: "Choose a time in the future" });
  };
  const drop = async (id: string, at: Date, isDay: boolean) => {
    await vireo.social.posts.get(id).then((post) => reschedule(post, toTimestamp(at, isDay), true), showError);
  };
  /** Opens a post, or selects it: with Ctrl, Cmd or Shift, and while posts are selected. */
  const open = (post: SocialPost, withKey: boolean) => {
    if (!canPost || !(isSelecting || withKey)) return show({ post: post.postId });
    if (!canReschedule(post))
      return notifications.show({ message: "Only posts that aren't published can be selected" });
    setSelecting(true);
    selection.toggle(post);
  };
  const endSelection = () => {
    setSelecting(false);
    selection.clear();
  };
  const openDay = (day: Date) => {
    controller.changeView(views.day);
    controller.gotoDate(day);
    show({ view: "day", date: toDay(day) });
  };
  const emptyText = platform || accountId || status ? "No posts match the filters" : "No posts in this period";
  return (
    <>
      <Toolbar
        title={range?.title ?? ""}
        url={url}
        go={(where) => controller[where]()}
        {...(canPost && !isSelecting ? { select: () => setSelecting(true) } : {})}
      />
      {isSelecting && (
        <SelectionBar
          selection={selection}
          shown={data?.days.flatMap(({ posts }) => posts) ?? []}
          close={endSelection}
        />
      )}
      {error && <Failure error={error} retry={refetch} />}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 9 }}>
          <Box pos="relative" aria-busy={isFetching}>
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
              onMove={(post, at) => (selection.has(post.postId) ? moveTogether(post, at) : reschedule(post, at))}
              onDrop={drop}
            />
          </Box>
          {data?.total === 0 && (view === "month" || view === "week") && (
            <Text size="sm" c="dimmed" mt="sm">
              {emptyText}
            </Text>
          )}
          {data && range && (
            <MorePosts
              view={view}
              days={data.days}
              max={maxPostsPerDay(range)}
              openDay={openDay}
              showMore={() => setDayLimit(dayLimit + DAY_STEP)}
            />
          )}
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 3 }}>
          <Drafts canDrag={canPost} open={(post) => show({ post })} />
        </Grid.Col>
      </Grid>
    </>
  );
}
