import { Select } from "@mantine/core";
import { useChannelGroups } from "./posts";

interface Props {
  group: string | undefined;
  show(group: string | undefined): void;
}

/** Shows the channels of one group only. Nothing without groups. */
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
