import { Group, Text, TextInput } from "@mantine/core";
import { formatDateTime, formatZone, localZone } from "./time";
import { fromClock, toClock } from "./time-zone";
import { ZoneSelect } from "./zone-select";

/** A local time in a time zone. */
export interface ZonedTime {
  /** "2026-03-29T09:30" */
  clock: string;
  /** IANA name. */
  zone: string;
}

const MINUTE = 60_000;

interface Props {
  label: string;
  value: ZonedTime;
  error?: string | undefined;
  onChange(value: ZonedTime): void;
}

/** Edits a date and time in any zone. Shows the viewer's time below if it differs. */
export function TimeField({ label, value: { clock, zone }, error, onChange }: Props) {
  const ms = fromClock(clock, zone);
  return (
    <div>
      <Group gap="sm" align="flex-start" grow preventGrowOverflow={false} wrap="wrap">
        <TextInput
          type="datetime-local"
          label={label}
          value={clock}
          min={toClock(Date.now() + MINUTE, zone)}
          onChange={(event) => onChange({ zone, clock: event.currentTarget.value })}
          error={error}
          required
          miw={210}
        />
        <ZoneSelect value={zone} onChange={(next) => onChange({ clock, zone: next })} />
      </Group>
      {ms !== undefined && toClock(ms, zone) !== clock && (
        <Text size="sm" c="dimmed" mt={6} aria-live="polite">
          Clocks skip this time. It becomes {toClock(ms, zone).slice(11)}.
        </Text>
      )}
      {ms !== undefined && zone !== localZone && (
        <Text size="sm" c="dimmed" mt={6} aria-live="polite">
          {formatDateTime(ms)} in your time zone ({formatZone(localZone)})
        </Text>
      )}
    </div>
  );
}
