/** A separate script, because the week view is half as large as the rest of the calendar. */
export { default } from "@fullcalendar/react/timegrid";
