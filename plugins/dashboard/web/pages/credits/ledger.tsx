import { Badge, Group, Table, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CreditTransaction } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { Pager } from "../../ui/pager";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";
import { toLabel } from "../../ui/status";
import { TableHead } from "../../ui/table-head";
import { Time } from "../../ui/time";

const colors: Record<string, string> = { grant: "green", refund: "blue", charge: "gray" };
const signed = new Intl.NumberFormat(undefined, { signDisplay: "exceptZero" });
const tabular = { fontVariantNumeric: "tabular-nums" } as const;

const Row = ({ entry: { type, reason, note, amount, balanceAfter, createdAt } }: { entry: CreditTransaction }) => (
  <Table.Tr>
    <Table.Td>
      <Group gap="xs" wrap="nowrap">
        <Badge color={colors[type] ?? "gray"} miw="max-content" visibleFrom="sm">
          {toLabel(type)}
        </Badge>
        <div>
          <Text size="sm" lineClamp={2}>
            {note ?? reason}
          </Text>
          <Text size="sm" c="dimmed" component="div" hiddenFrom="sm">
            {toLabel(type)}, <Time at={createdAt} as="relative" />
          </Text>
        </div>
      </Group>
    </Table.Td>
    <Table.Td visibleFrom="sm">
      <Time at={createdAt} as="relative" />
    </Table.Td>
    <Table.Td ta="right" fw={600} style={tabular}>
      {signed.format(amount)}
    </Table.Td>
    <Table.Td ta="right" style={tabular}>
      {balanceAfter.toLocaleString()}
    </Table.Td>
  </Table.Tr>
);

/** Charges, refunds and grants, newest first. */
export function Ledger() {
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: keys.transactions(page),
    queryFn: () => vireo.credits.transactions.list({ page }),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel title="History">
      <QueryView query={query} lines={5}>
        {({ transactions, pagination }) =>
          transactions.length === 0 ? (
            <Text c="dimmed">No transactions yet</Text>
          ) : (
            <>
              <Table>
                <TableHead
                  columns={[
                    "Description",
                    { title: "Date", from: "sm" },
                    { title: "Credits", end: true },
                    { title: "Balance", end: true },
                  ]}
                />
                <Table.Tbody>
                  {transactions.map((entry) => (
                    <Row key={entry.transactionId} entry={entry} />
                  ))}
                </Table.Tbody>
              </Table>
              <Pager pagination={pagination} onChange={setPage} />
            </>
          )
        }
      </QueryView>
    </Panel>
  );
}
