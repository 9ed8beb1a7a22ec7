import { Select } from "@mantine/core";
import { useChannelGroups } from "./posts";

interface Props {
  group: string | undefined;
  show(group: string | undefined): void;
}

/** Selects the group of channels to show. Renders nothing if there are no groups. */
export function GroupFilter({ group, show }: Props) {
  const { data: groups = [] } = useChannelGroups();
  if (groups.length === 0) return null;
  return (
    <Select
      aria-label="Group"
      placeholder="All groups"
      data={groups.map(({ name }) => name)}
      value={group ?? null}
      onChange={(next) => show(next ?? undefined)}
      searchable
      clearable
    />
  );
}
