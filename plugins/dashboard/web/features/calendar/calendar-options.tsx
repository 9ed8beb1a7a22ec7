import type { CalendarOptions } from "@fullcalendar/react";
import { views } from "./use-calendar-url";
import "./calendar.css";
import { CalendarPost, MoreLink } from "./calendar-post";

const renderPost: CalendarOptions["eventContent"] = ({ event, isNarrow }) => {
  const { post, more, isSelected } = event.extendedProps;
  if (!post) return <MoreLink count={more} isNarrow={isNarrow} />;
  return <CalendarPost post={post} isNarrow={isNarrow} isSelected={isSelected} />;
};

const weekday = new Intl.DateTimeFormat(undefined, { weekday: "short" });

/** Puts the name of a day above its number in a narrow week view. */
const renderDayHeader: CalendarOptions["dayHeaderContent"] = ({ isNarrow, view, date }) =>
  isNarrow && view.type === views.week ? (
    <span className="day-head">
      {weekday.format(date)} <b>{date.getDate()}</b>
    </span>
  ) : (
    true
  );

/** Adds the visible text to the link's accessible name, which is only a date, so that voice control finds it. */
const nameDayHeader: CalendarOptions["dayHeaderDidMount"] = ({ el }) => {
  const link = el.querySelector("[role=link]");
  link?.setAttribute("aria-label", `${link.textContent}: ${link.ariaLabel}`);
};

/** Returns the first day of the week: 0 for Sunday. Not every browser knows it. */
function getFirstDay(language: string): number {
  const locale = new Intl.Locale(language) as Intl.Locale & {
    getWeekInfo?(): { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7;
}

/** Options for all views. */
export const calendarOptions = {
  dayHeaderContent: renderDayHeader,
  dayHeaderDidMount: nameDayHeader,
  headerToolbar: false,
  eventContent: renderPost,
  eventDisplay: "block",
  displayEventEnd: false,
  eventClass: ({ view: { type } }) =>
    type.startsWith("list") ? "post-listed" : type === views.week ? "post-timed" : "",
  dayRowClass: "post-week",
  listDaysClass: "post-days",
  eventInnerClass: "post-inner",
  eventBeforeClass: "post-mark",
  // Short, so that a post at the end of a day doesn't span two days.
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
  views: {
    [views.month]: { type: "dayGrid", duration: { weeks: 5 }, titleFormat: { year: "numeric", month: "long" } },
    [views.week]: { titleFormat: { year: "numeric", month: "long", day: "numeric" } },
    [views.list]: { type: "list", duration: { days: 14 } },
  },
  moreLinkText: (count) => `+${count} more`,
  // The clock, the names of months and days, and the first day of the week follow the browser.
  locale: navigator.language,
  firstDay: getFirstDay(navigator.language),
  longPressDelay: 350,
} satisfies CalendarOptions;
