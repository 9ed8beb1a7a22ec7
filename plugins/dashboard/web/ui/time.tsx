import { Text, Tooltip } from "@mantine/core";

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** "in 3 hours", "2 days ago", or "now" within a minute. */
export function formatRelative(ms: number): string {
  const distance = ms - Date.now();
  const [unit, size] = units.find(([, length]) => Math.abs(distance) >= length) ?? ["second", Number.POSITIVE_INFINITY];
  return relative.format(Math.trunc(distance / size), unit);
}

/** The viewer's time zone, as an IANA name. */
export const localZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** "America/New York" */
export const formatZone = (zone: string): string => zone.replaceAll("_", " ");

const shortDay = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short" });
/** "Tue 24 Nov", in the viewer's format. */
export const formatDay = (ms: number): string => shortDay.format(ms);

/** "2026-11-24" in the viewer's time zone, as the API names days. */
export const getDay = (at: number | Date): string => new Intl.DateTimeFormat("en-CA").format(at);

/** Returns local midnight, some days from today. A day is not always 24 hours long. */
export function getMidnight(days: number): number {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).getTime();
}

const clock = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
/** Formats a time of day, such as "9:30 PM". */
export const formatClock = (ms: number): string => clock.format(ms);

export const formatDateTime = (ms: number, zone = localZone): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short", timeZone: zone }).format(ms);

interface Props {
  at: number;
  /** The zone that the time was set in. Its time is shown below if it differs from the viewer's. */
  zone?: string | undefined;
  /** "relative" shows "2 days ago", and the time in a tooltip. */
  as?: "relative" | "time";
  size?: "xs" | "sm";
}

/** Shows a time in the viewer's zone. */
export function Time({ at, zone, as = "time", size = "sm" }: Props) {
  const local = formatDateTime(at);
  const original = zone && zone !== localZone ? `${formatDateTime(at, zone)} in ${formatZone(zone)}` : undefined;
  return (
    <Tooltip label={original ?? `${local} in ${formatZone(localZone)}`} withArrow>
      <Text
        component="time"
        dateTime={new Date(at).toISOString()}
        size={size}
        span
        style={as === "relative" ? { whiteSpace: "nowrap" } : undefined}
      >
        {as === "relative" ? formatRelative(at) : local}
        {as === "time" && original && (
          <Text span size="xs" c="dimmed" display="block">
            {original}
          </Text>
        )}
      </Text>
    </Tooltip>
  );
}
