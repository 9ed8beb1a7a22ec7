import { Group, Pagination, Text } from "@mantine/core";

interface Props {
  pagination: { total: number; page: number; pageSize: number };
  onChange(page: number): void;
}

/** Page numbers of a list. Hidden if there is only one page. */
export function Pager({ pagination: { total, page, pageSize }, onChange }: Props) {
  if (total <= pageSize) return null;
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        {total.toLocaleString()} total
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

/** Reads the page number from the URL. */
export const parsePage = (params: URLSearchParams): number =>
  Math.max(1, Number.parseInt(params.get("page") ?? "1", 10) || 1);
