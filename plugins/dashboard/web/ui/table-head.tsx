import { Table, VisuallyHidden } from "@mantine/core";

/** A column's title; with options, the title, the smallest screen that shows it, and `end` for numbers. */
type Column = string | { title: string; from?: "xs" | "sm" | "md"; end?: boolean };

/** The head of a table. A last column without a title holds the actions of each row. */
export const TableHead = ({ columns }: { columns: readonly Column[] }) => (
  <Table.Thead>
    <Table.Tr>
      {columns.map((column) => {
        const { title, from, end } = typeof column === "string" ? { title: column } : column;
        return (
          <Table.Th key={title} {...(from ? { visibleFrom: from } : {})} {...(end ? { ta: "right" } : {})}>
            {title || <VisuallyHidden>Actions</VisuallyHidden>}
          </Table.Th>
        );
      })}
    </Table.Tr>
  </Table.Thead>
);
