import { expect, test } from "bun:test";
import { isTimeZone, parseTime, parseTimeOrDay } from "#sdk/zones";

const read = (text: string, zone = "Europe/Berlin") => new Date(parseTime(text, zone)).toISOString();

test.each([
  ["2026-12-01T18:00", "2026-12-01T17:00:00.000Z"],
  ["2026-12-01 18:00:30", "2026-12-01T17:00:30.000Z"],
  ["2026-12-01T18:00Z", "2026-12-01T18:00:00.000Z"],
  ["2026-12-01 18:00 +0530", "2026-12-01T12:30:00.000Z"],
  ["2026-12-31T24:00", "2026-12-31T23:00:00.000Z"],
  ["2028-02-29T12:00:00.250-05:00", "2028-02-29T17:00:00.250Z"],
  ["2027-10-31T02:30+02:00", "2027-10-31T00:30:00.000Z"],
  ["2027-10-31T02:30+01:00", "2027-10-31T01:30:00.000Z"],
])("%s is a time", (text, moment) => {
  expect(read(text)).toBe(moment);
});

test.each([
  ["2026-11-31T18:00", "The day 2026-11-31 does not exist."],
  ["2026-11-31T18:00Z", "The day 2026-11-31 does not exist."],
  ["2027-02-29 12:00+01:00", "The day 2027-02-29 does not exist."],
  ["2026-13-01T12:00", "The day 2026-13-01 does not exist."],
  ["2026-12-01T25:00", "The time 25:00 does not exist."],
  ["2026-12-01T10:60Z", "The time 10:60 does not exist."],
  ["2026-12-01T24:30", "The time 24:30 does not exist."],
  ["2026-12-01T10:00+25:00", "The offset +25:00 does not exist."],
  ["2027-03-28T02:30", "The time 2027-03-28T02:30 does not exist in Europe/Berlin"],
  ["2027-10-31T02:30", "Send 2027-10-31T02:30+02:00 or 2027-10-31T02:30+01:00."],
  ["12/24/2026 6 PM", '"12/24/2026 6 PM" is not a time.'],
  ["2026-12-01", '"2026-12-01" is not a time.'],
])("%s is refused with the reason", (text, reason) => {
  expect(() => read(text)).toThrow(reason);
});

test("clocks change by half an hour, at midnight and in the south as well", () => {
  expect(() => read("2027-10-03T02:15", "Australia/Lord_Howe")).toThrow("does not exist");
  expect(() => read("2027-04-04T01:45", "Australia/Lord_Howe")).toThrow("occurs twice");
  expect(() => read("2026-04-24T00:30", "Africa/Cairo")).toThrow("does not exist");
  expect(read("2027-10-03T02:30", "Australia/Lord_Howe")).toBe("2027-10-02T15:30:00.000Z");
});

test("every known time zone can be computed with", () => {
  for (const zone of Intl.supportedValuesOf("timeZone")) {
    expect(isTimeZone(zone)).toBe(true);
    parseTime("2027-01-15T12:00", zone);
  }
});

test("a day without a time is its first moment", () => {
  const day = Temporal.PlainDate.from("2026-11-01").toZonedDateTime(Temporal.Now.timeZoneId());
  expect(parseTimeOrDay("2026-11-01")).toBe(day.epochMilliseconds);
  expect(() => parseTimeOrDay("2026-11-31")).toThrow("is not a time");
});
