/** A time of the week, in the time zone of a social account. */
export interface PostingTime {
  weekday: Weekday;
  /** HH:MM */
  time: string;
}

export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export type Weekday = (typeof weekdays)[number];
