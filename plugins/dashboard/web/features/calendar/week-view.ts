/** The week view is as large as half of the calendar, so it is a script of its own. */
export { default } from "@fullcalendar/react/timegrid";
