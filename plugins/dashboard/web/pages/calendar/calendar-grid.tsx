import FullCalendar, { type CalendarController, type CalendarOptions, type EventInput } from "@fullcalendar/react";
import { memo, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { SocialPost } from "vireo/client";
import { getPostTime, type PostDay } from "../../ui/posts";
import { fixed } from "./calendar-options";
import { getPostTitle } from "./calendar-post";
import { type View, views } from "./use-calendar-url";
import { canReschedule } from "./use-reschedule";

const HOUR = 3_600_000;
/** More at one time than this is read as a list. */
const IN_POPOVER = 30;
/** Views in which a day says at its end how many more it has. */
const tellsMore: readonly View[] = ["month", "list"];

export interface Shown {
  from: number;
  to: number;
  title: string;
  type: string;
  /** The first day that the view is about. */
  start: Date;
}

/** What people do on the calendar. */
interface Acts {
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

interface Sight {
  days: readonly PostDay[];
  view: View;
  /** The day that is shown first. */
  date: string | undefined;
  mayMove: boolean;
  /** What a list without posts says. */
  empty: string;
  controller: CalendarController;
}

/** What stands on a day: its posts, and how many more it has. */
const eventsOf = ({ date, posts, total }: PostDay, view: View, mayMove: boolean): EventInput[] => [
  ...posts.map((post) => ({
    id: post.postId,
    title: getPostTitle(post),
    start: getPostTime(post),
    startEditable: mayMove && canReschedule(post),
    className: `post-event post-${post.status}`,
    extendedProps: { post },
  })),
  ...(total > posts.length && tellsMore.includes(view)
    ? [
        {
          id: date,
          title: `${total - posts.length} more posts`,
          // After all others, and not into the next day.
          start: `${date}T23:58:59`,
          startEditable: false,
          className: "post-more",
          extendedProps: { more: total - posts.length },
        },
      ]
    : []),
];

/** Drawn again only where what it shows has changed: it is by far the heaviest part of the page. */
const Drawn = memo(function Drawn({
  days,
  view,
  date,
  mayMove,
  empty,
  controller,
  acts,
}: Sight & { acts: RefObject<Acts> }) {
  const events = useMemo(() => days.flatMap((day) => eventsOf(day, view, mayMove)), [days, view, mayMove]);
  const handlers = useMemo<CalendarOptions>(
    () => ({
      moreLinkClick: ({ date: day, allSegs }) => {
        if (allSegs.length <= IN_POPOVER) return "popover";
        acts.current.onDay(day);
      },
      datesSet: ({ start, end, view: { title, type, currentStart } }) =>
        acts.current.onShown({ from: start.getTime(), to: end.getTime(), title, type, start: currentStart }),
      eventClick: ({ event, jsEvent }) => {
        jsEvent.preventDefault();
        if (event.extendedProps.post) acts.current.onOpen(event.id);
        else if (event.start) acts.current.onDay(event.start);
      },
      dateClick: ({ date: at, allDay }) => acts.current.onPick(at, allDay),
      eventDrop: async ({ event, revert }) => {
        const moved = event.start && (await acts.current.onMove(event.extendedProps.post, event.start.getTime()));
        if (!moved) revert();
      },
      drop: ({ date: at, allDay, draggedEl }) => {
        const { postId } = draggedEl.dataset;
        if (postId) acts.current.onDrop(postId, at, allDay);
      },
      scrollTime: new Date(Date.now() - HOUR).toTimeString().slice(0, 8),
    }),
    [acts],
  );
  return (
    <FullCalendar
      {...fixed}
      {...handlers}
      controller={controller}
      initialView={views[view]}
      {...(date ? { initialDate: date } : {})}
      height={view === "week" ? "calc(100dvh - 250px)" : "auto"}
      events={events}
      noEventsText={empty}
      droppable={mayMove}
    />
  );
});

/** The calendar itself. It draws what it is given, and tells what people do. */
export function Grid({ days, view, date, mayMove, empty, controller, ...on }: Sight & Acts) {
  const acts = useRef<Acts>(on);
  useLayoutEffect(() => {
    acts.current = on;
  });
  const [first] = useState(date);
  useEffect(() => {
    if (controller.view && controller.view.type !== views[view]) controller.changeView(views[view]);
  }, [controller, view]);
  return <Drawn {...{ days, view, mayMove, empty, controller, acts }} date={first} />;
}
