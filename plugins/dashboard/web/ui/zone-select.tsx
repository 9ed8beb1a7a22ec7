import { Select } from "@mantine/core";
import { useMemo } from "react";
import { formatZone, localZone } from "./time";

interface Props {
  /** IANA name. */
  value: string;
  error?: string | undefined;
  onChange(zone: string): void;
}

/** Selects a time zone. */
export function ZoneSelect({ value, error, onChange }: Props) {
  const zones = useMemo(() => {
    const names = new Set([localZone, "UTC", value, ...Intl.supportedValuesOf("timeZone")]);
    return [...names].map((name) => ({ value: name, label: formatZone(name) }));
  }, [value]);
  return (
    <Select
      label="Time zone"
      data={zones}
      value={value}
      error={error}
      onChange={(next) => next && onChange(next)}
      searchable
      limit={60}
      allowDeselect={false}
      nothingFoundMessage="No matches. Try Europe/Berlin."
      miw={180}
    />
  );
}
