import type { CalendarOptions } from "@fullcalendar/react";
import dayGrid from "@fullcalendar/react/daygrid";
import interaction from "@fullcalendar/react/interaction";
import list from "@fullcalendar/react/list";
import breezy from "@fullcalendar/react/themes/breezy";
import timeGrid from "@fullcalendar/react/timegrid";
import { views } from "./use-calendar-url";
import "./calendar.css";
import { Entry, More } from "./calendar-post";

const plugins = [dayGrid, timeGrid, list, interaction, breezy];

const contentOf: CalendarOptions["eventContent"] = ({ event, isNarrow }) => {
  const { post, more } = event.extendedProps;
  return post ? <Entry post={post} isNarrow={isNarrow} /> : <More count={more} isNarrow={isNarrow} />;
};

/** Where there is little room a day of a week is its letter, above its number. */
const headOf: CalendarOptions["dayHeaderContent"] = ({ isNarrow, view, date, text }) =>
  isNarrow && view.type === views.week ? (
    <span className="day-head">
      {text}
      <b>{date.getDate()}</b>
    </span>
  ) : (
    true
  );

/** What is the same whatever the calendar shows. */
export const fixed = {
  dayHeaderContent: headOf,
  plugins,
  headerToolbar: false,
  eventContent: contentOf,
  eventDisplay: "block",
  displayEventEnd: false,
  eventClass: ({ view: { type } }) => (type.startsWith("list") ? "post-listed" : ""),
  eventInnerClass: "post-inner",
  eventBeforeClass: "post-mark",
  // A moment: anything longer would reach into the next day at the end of one.
  defaultTimedEventDuration: "00:01",
  eventMinHeight: 44,
  eventDurationEditable: false,
  eventInteractive: true,
  eventMaxStack: 1,
  slotEventOverlap: false,
  slotDuration: "01:00",
  snapDuration: "00:15",
  allDaySlot: false,
  nowIndicator: true,
  views: { [views.week]: { titleFormat: { year: "numeric", month: "long", day: "numeric" } } },
  moreLinkText: (count) => `+${count} more`,
  fixedWeekCount: false,
  firstDay: 1,
  longPressDelay: 350,
} satisfies CalendarOptions;
