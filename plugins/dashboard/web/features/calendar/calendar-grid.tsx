import FullCalendar, { type CalendarController, type CalendarOptions, type EventInput } from "@fullcalendar/react";
import dayGrid from "@fullcalendar/react/daygrid";
import interaction from "@fullcalendar/react/interaction";
import list from "@fullcalendar/react/list";
import breezy from "@fullcalendar/react/themes/breezy";
import { memo, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { SocialPost } from "vireo/client";
import { showError } from "../../ui/failure";
import { Loading } from "../../ui/loading";
import { getPostStatus } from "../../ui/post-status";
import { getPostTime, getPostTitle, type PostDay } from "../../ui/posts";
import { calendarOptions } from "./calendar-options";
import { type View, views } from "./use-calendar-url";
import { canReschedule } from "./use-reschedule";

type Plugins = NonNullable<CalendarOptions["plugins"]>;

const basic: Plugins = [dayGrid, list, interaction, breezy];

/** Returns the calendar's plug-ins, and whether they include the view. The week's plug-in is large, so it loads lazily. */
function usePlugins(view: View): { plugins: Plugins; canShow: boolean } {
  const [plugins, setPlugins] = useState(basic);
  const canShow = view !== "week" || plugins !== basic;
  useEffect(() => {
    if (canShow) return;
    import("./week-view").then(({ default: weekView }) => setPlugins([...basic, weekView]), showError);
  }, [canShow]);
  return { plugins, canShow };
}

const HOUR = 3_600_000;
/** With more posts at one time, the day opens instead of a popover. */
const MAX_POPOVER = 30;
/** Views that show the number of remaining posts within the day. */
const viewsWithMore: readonly View[] = ["month", "list"];

/** The dates that the calendar displays. */
export interface VisibleRange {
  from: number;
  to: number;
  title: string;
  type: string;
  /** First day of the month, week or day itself. */
  start: Date;
}

interface Handlers {
  onRangeChange(range: VisibleRange): void;
  /** A post was clicked. `withKey`: Ctrl, Cmd or Shift was held. */
  onOpen(post: SocialPost, withKey: boolean): void;
  /** A free slot was clicked. */
  onPick(at: Date, isDay: boolean): void;
  /** The number of a day was clicked. */
  onPickDay(day: Date): void;
  onOpenDay(date: Date): void;
  /** A post was dragged. Resolves to false if it must move back. */
  onMove(post: SocialPost, at: number): Promise<boolean>;
  /** A draft was dropped. */
  onDrop(postId: string, at: Date, isDay: boolean): void;
}

interface Content {
  days: readonly PostDay[];
  view: View;
  /** The initial date. */
  date: string | undefined;
  canMove: boolean;
  isSelected(postId: string): boolean;
  /** Text of an empty list. */
  emptyText: string;
  controller: CalendarController;
}

/** Converts the posts of a day to calendar events, with a link to those that are not loaded. */
const toEvents = (
  { date, posts, total }: PostDay,
  { view, canMove, isSelected }: Pick<Content, "view" | "canMove" | "isSelected">,
): EventInput[] => [
  ...posts.map((post) => ({
    id: post.postId,
    title: getPostTitle(post),
    start: getPostTime(post),
    startEditable: canMove && canReschedule(post),
    className: `post-event post-${getPostStatus(post)}${isSelected(post.postId) ? " post-selected" : ""}`,
    extendedProps: { post, isSelected: isSelected(post.postId) },
  })),
  ...(total > posts.length && viewsWithMore.includes(view)
    ? [
        {
          id: date,
          title: `${total - posts.length} more posts`,
          // Sorted last, but still on this day.
          start: `${date}T23:58:59`,
          startEditable: false,
          className: "post-more",
          extendedProps: { more: total - posts.length },
        },
      ]
    : []),
];

const createOptions = (handlers: RefObject<Handlers>): CalendarOptions => ({
  moreLinkClick: ({ date: day, allSegs }) => {
    if (allSegs.length <= MAX_POPOVER) return "popover";
    handlers.current.onOpenDay(day);
  },
  datesSet: ({ start, end, view: { title, type, currentStart } }) =>
    handlers.current.onRangeChange({ from: start.getTime(), to: end.getTime(), title, type, start: currentStart }),
  eventClick: ({ event, jsEvent }) => {
    jsEvent.preventDefault();
    const { ctrlKey, metaKey, shiftKey } = jsEvent;
    const { post } = event.extendedProps;
    if (post) handlers.current.onOpen(post, ctrlKey || metaKey || shiftKey);
    else if (event.start) handlers.current.onOpenDay(event.start);
  },
  dateClick: ({ date: at, allDay }) => handlers.current.onPick(at, allDay),
  // Lets keyboard users create a post on a day.
  navLinks: true,
  navLinkDayClick: (day) => handlers.current.onPickDay(day),
  navLinkHint: (day) => `${day}: new post`,
  eventDrop: async ({ event, revert }) => {
    const isMoved = event.start && (await handlers.current.onMove(event.extendedProps.post, event.start.getTime()));
    if (!isMoved) revert();
  },
  drop: ({ date: at, allDay, draggedEl }) => {
    const { postId } = draggedEl.dataset;
    if (postId) handlers.current.onDrop(postId, at, allDay);
  },
  scrollTime: new Date(Date.now() - HOUR).toTimeString().slice(0, 8),
});

interface CalendarProps extends Content {
  handlers: RefObject<Handlers>;
  plugins: NonNullable<CalendarOptions["plugins"]>;
}

/** Memoized, because rendering the calendar is slow. */
const Calendar = memo(function Calendar(props: CalendarProps) {
  const { days, view, date, canMove, isSelected, emptyText, controller, handlers, plugins } = props;
  const events = useMemo(
    () => days.flatMap((day) => toEvents(day, { view, canMove, isSelected })),
    [days, view, canMove, isSelected],
  );
  const options = useMemo(() => createOptions(handlers), [handlers]);
  return (
    <FullCalendar
      {...calendarOptions}
      {...options}
      plugins={plugins}
      controller={controller}
      initialView={views[view]}
      {...(date ? { initialDate: date } : {})}
      height={view === "week" ? "calc(100dvh - 250px)" : "auto"}
      events={events}
      noEventsText={emptyText}
      droppable={canMove}
    />
  );
});

export function CalendarGrid(props: Content & Handlers) {
  const { days, view, date, canMove, isSelected, emptyText, controller, ...current } = props;
  const handlers = useRef<Handlers>(current);
  useLayoutEffect(() => {
    handlers.current = current;
  });
  const [initialDate] = useState(date);
  const { plugins, canShow } = usePlugins(view);
  useEffect(() => {
    if (canShow && controller.view && controller.view.type !== views[view]) controller.changeView(views[view]);
  }, [controller, view, canShow]);
  // The previous view stays until this view's plug-in is loaded.
  if (!canShow && !controller.view) return <Loading lines={8} />;
  return (
    <Calendar
      days={days}
      view={view}
      date={initialDate}
      canMove={canMove}
      isSelected={isSelected}
      emptyText={emptyText}
      controller={controller}
      handlers={handlers}
      plugins={plugins}
    />
  );
}
