import { Text, Tooltip } from "@mantine/core";

const full = (zone?: string) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short", ...(zone ? { timeZone: zone } : {}) });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** "in 3 hours", "2 days ago". */
export function formatRelative(ms: number): string {
  const distance = ms - Date.now();
  const [unit, size] = units.find(([, length]) => Math.abs(distance) >= length) ?? ["second", 1000];
  return relative.format(Math.round(distance / size), unit);
}

/** The viewer's own zone, as an IANA name. */
export const localZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export const formatDateTime = (ms: number, zone?: string): string => full(zone).format(ms);

interface Props {
  at: number;
  /** The zone that the time was meant in; shown beside the viewer's where they differ. */
  zone?: string | undefined;
  /** "relative": how long ago or ahead, with the time on hover. */
  as?: "relative" | "time";
}

/** A time, in the viewer's zone. */
export function Time({ at, zone, as = "time" }: Props) {
  const mine = formatDateTime(at);
  const theirs = zone && zone !== localZone ? `${formatDateTime(at, zone)} in ${zone.replaceAll("_", " ")}` : undefined;
  return (
    <Tooltip label={theirs ?? `${mine} in ${localZone.replaceAll("_", " ")}`} withArrow>
      <Text component="time" dateTime={new Date(at).toISOString()} size="sm" span>
        {as === "relative" ? formatRelative(at) : mine}
        {as === "time" && theirs && (
          <Text span size="xs" c="dimmed" display="block">
            {theirs}
          </Text>
        )}
      </Text>
    </Tooltip>
  );
}
