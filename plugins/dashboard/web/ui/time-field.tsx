import { Group, Select, Text, TextInput } from "@mantine/core";
import { useMemo } from "react";
import { formatDateTime, localZone } from "./time";
import { fromClock, toClock } from "./time-zone";

/** A moment as people give it: what a clock shows, and where that clock hangs. */
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

const spoken = (zone: string) => zone.replaceAll("_", " ");

/** A date and time in a zone of choice, with what that is in the viewer's. */
export function TimeField({ label, value, error, onChange }: Props) {
  const { clock, zone } = value;
  const zones = useMemo(() => {
    const known = Intl.supportedValuesOf("timeZone");
    return [...new Set([localZone, "UTC", zone, ...known])].map((name) => ({ value: name, label: spoken(name) }));
  }, [zone]);
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
        <Select
          label="Time zone"
          data={zones}
          value={zone}
          onChange={(next) => next && onChange({ clock, zone: next })}
          searchable
          limit={60}
          allowDeselect={false}
          nothingFoundMessage="No such zone. Names are like Europe/Berlin."
          miw={180}
        />
      </Group>
      {ms !== undefined && (
        <Text size="sm" c="dimmed" mt={6} aria-live="polite">
          {formatDateTime(ms, zone)} in {spoken(zone)}
          {zone === localZone ? ", which is your time." : `. For you: ${formatDateTime(ms)} in ${spoken(localZone)}.`}
        </Text>
      )}
    </div>
  );
}
