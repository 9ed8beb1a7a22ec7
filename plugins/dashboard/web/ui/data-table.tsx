import { Table, type TableProps, VisuallyHidden } from "@mantine/core";
import type { Key, ReactNode } from "react";

export interface Column<Row> {
  /** Empty for the actions of a row. */
  title: string;
  /** The smallest screen that shows the column. */
  from?: "xs" | "sm" | "md";
  /** Aligned to the end, for numbers. */
  end?: boolean;
  cell(row: Row): ReactNode;
}

interface Props<Row> extends TableProps {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  getKey(row: Row): Key;
}

const getCellProps = ({ title, from, end }: Column<never>) => ({
  visibleFrom: from || undefined,
  ta: end || title === "" ? ("right" as const) : undefined,
});

export const DataTable = <Row,>({ columns, rows, getKey, ...table }: Props<Row>) => (
  <Table {...table}>
    <Table.Thead>
      <Table.Tr>
        {columns.map((column) => (
          <Table.Th key={column.title} {...getCellProps(column)}>
            {column.title || <VisuallyHidden>Actions</VisuallyHidden>}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {rows.map((row) => (
        <Table.Tr key={getKey(row)}>
          {columns.map((column) => (
            <Table.Td key={column.title} {...getCellProps(column)}>
              {column.cell(row)}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
