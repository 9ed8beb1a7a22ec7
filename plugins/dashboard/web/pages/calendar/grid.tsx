import FullCalendar, { type CalendarController, type EventDropInfo, type EventInput } from "@fullcalendar/react";
import dayGrid from "@fullcalendar/react/daygrid";
import interaction from "@fullcalendar/react/interaction";
import list from "@fullcalendar/react/list";
import breezy from "@fullcalendar/react/themes/breezy";
import timeGrid from "@fullcalendar/react/timegrid";
import { useEffect, useMemo } from "react";
import type { SocialPost } from "#client/index";
import { timeOf } from "../../ui/posts";
import { type View, views } from "./address";
import "./calendar.css";
import { Entry, wordsOfPost } from "./entry";
import { isMovable } from "./move";

const plugins = [dayGrid, timeGrid, list, interaction, breezy];
const HOUR = 3_600_000;
/** More of a day than this is read as a list. */
const IN_POPOVER = 30;

export interface Shown {
  from: number;
  to: number;
  title: string;
  type: string;
  /** The first day that the view is about. */
  start: Date;
}

interface Props {
  posts: readonly SocialPost[];
  view: View;
  date: string | undefined;
  isPhone: boolean;
  mayMove: boolean;
  controller: CalendarController;
  onShown(shown: Shown): void;
  onOpen(postId: string): void;
  /** A moment was chosen; `isDay` where it was a day as a whole. */
  onPick(at: Date, isDay: boolean): void;
  onDay(date: Date): void;
  /** A post was dragged. Undoes it where that cannot be. */
  onMove(post: SocialPost, at: number): Promise<boolean>;
  /** A draft was dragged in. */
  onDrop(postId: string, at: Date, isDay: boolean): void;
}

/** The calendar itself. It draws what it is given, and tells what people do. */
export function Grid({ posts, view, date, isPhone, mayMove, controller, ...on }: Props) {
  const events = useMemo<EventInput[]>(
    () =>
      posts.map((post) => ({
        id: post.postId,
        title: wordsOfPost(post),
        start: timeOf(post),
        startEditable: mayMove && isMovable(post),
        className: `post-event post-${post.status}`,
        extendedProps: { post },
      })),
    [posts, mayMove],
  );
  useEffect(() => {
    if (controller.view && controller.view.type !== views[view]) controller.changeView(views[view]);
  }, [controller, view]);

  const drop = async ({ event, revert }: EventDropInfo) => {
    const moved = event.start && (await on.onMove(event.extendedProps.post, event.start.getTime()));
    if (!moved) revert();
  };
  return (
    <FullCalendar
      plugins={plugins}
      controller={controller}
      initialView={views[view]}
      {...(date ? { initialDate: date } : {})}
      headerToolbar={false}
      height={view === "week" ? "calc(100dvh - 250px)" : "auto"}
      events={events}
      eventContent={({ event, isNarrow }) => <Entry post={event.extendedProps.post} isNarrow={isNarrow} />}
      eventDisplay="block"
      displayEventEnd={false}
      eventClass={({ view: { type } }) => (type === views.list ? "post-listed" : "")}
      eventInnerClass="post-inner"
      eventBeforeClass="post-mark"
      // A moment: anything longer would reach into the next day at the end of one.
      defaultTimedEventDuration="00:01"
      eventMinHeight={44}
      eventDurationEditable={false}
      eventInteractive
      eventMaxStack={1}
      slotEventOverlap={false}
      slotDuration="01:00"
      snapDuration="00:15"
      scrollTime={new Date(Date.now() - HOUR).toTimeString().slice(0, 8)}
      allDaySlot={false}
      nowIndicator
      dayMaxEvents={3}
      views={{ [views.week]: { titleFormat: { year: "numeric", month: "long", day: "numeric" } } }}
      moreLinkClick={({ date: day, allSegs }) => {
        if (allSegs.length <= IN_POPOVER) return "popover";
        on.onDay(day);
      }}
      moreLinkText={(count) => `+${count} more`}
      fixedWeekCount={false}
      firstDay={1}
      noEventsText="No posts in these days."
      droppable={mayMove}
      longPressDelay={350}
      datesSet={({ start, end, view: { title, type, currentStart } }) =>
        on.onShown({ from: start.getTime(), to: end.getTime(), title, type, start: currentStart })
      }
      eventClick={({ event, jsEvent }) => {
        jsEvent.preventDefault();
        on.onOpen(event.id);
      }}
      dateClick={({ date: at, allDay }) => on.onPick(at, allDay)}
      eventDrop={drop}
      drop={({ date: at, allDay, draggedEl }) => {
        const { postId } = draggedEl.dataset;
        if (postId) on.onDrop(postId, at, allDay);
      }}
    />
  );
}
