import { Group, Pagination, Text } from "@mantine/core";

interface Props {
  pagination: { total: number; page: number; pageSize: number };
  onChange(page: number): void;
}

/** Pages of a list; nothing where there is only one. */
export function Pager({ pagination: { total, page, pageSize }, onChange }: Props) {
  if (total <= pageSize) return null;
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        {total.toLocaleString()} in all
      </Text>
      <Pagination
        value={page}
        total={Math.ceil(total / pageSize)}
        onChange={onChange}
        getControlProps={(control) => ({ "aria-label": `${control} page` })}
        getItemProps={(number) => ({ "aria-label": `Page ${number}` })}
      />
    </Group>
  );
}
