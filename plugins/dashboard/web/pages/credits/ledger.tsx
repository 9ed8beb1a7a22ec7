import { Badge, Group, Skeleton, Table, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CreditTransaction } from "vireo/client";
import { vireo } from "../../api";
import { Failure } from "../../ui/failure";
import { Pager } from "../../ui/pager";
import { Panel } from "../../ui/panel";
import { Time } from "../../ui/time";

const colors: Record<string, string> = { grant: "green", refund: "blue", charge: "gray" };
const signed = new Intl.NumberFormat(undefined, { signDisplay: "exceptZero" });

const figures = { fontVariantNumeric: "tabular-nums" } as const;

const Row = ({ entry: { type, reason, note, amount, balanceAfter, createdAt } }: { entry: CreditTransaction }) => (
  <Table.Tr>
    <Table.Td>
      <Group gap="xs" wrap="nowrap">
        <Badge
          color={colors[type] ?? "gray"}
          variant="light"
          tt="none"
          autoContrast={false}
          miw="max-content"
          visibleFrom="sm"
        >
          {type}
        </Badge>
        <div>
          <Text size="sm" lineClamp={2}>
            {note ?? reason}
          </Text>
          <Text size="sm" c="dimmed" component="div" hiddenFrom="sm">
            {type}, <Time at={createdAt} as="relative" />
          </Text>
        </div>
      </Group>
    </Table.Td>
    <Table.Td visibleFrom="sm">
      <Time at={createdAt} as="relative" />
    </Table.Td>
    <Table.Td ta="right" fw={600} style={figures}>
      {signed.format(amount)}
    </Table.Td>
    <Table.Td ta="right" style={figures}>
      {balanceAfter.toLocaleString()}
    </Table.Td>
  </Table.Tr>
);

/** Every charge, refund and grant, newest first. */
export function Ledger() {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ["credits", "ledger", page],
    queryFn: () => vireo.credits.transactions.list({ page }),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel title="Ledger">
      {error && <Failure error={error} retry={refetch} />}
      {!data && !error && <Skeleton h={240} />}
      {data?.transactions.length === 0 && <Text c="dimmed">Nothing was spent or granted yet.</Text>}
      {data && data.transactions.length > 0 && (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>What</Table.Th>
              <Table.Th visibleFrom="sm">When</Table.Th>
              <Table.Th ta="right" w="1%">
                Credits
              </Table.Th>
              <Table.Th ta="right" w="1%">
                Balance
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.transactions.map((entry) => (
              <Row key={entry.transactionId} entry={entry} />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {data && <Pager pagination={data.pagination} onChange={setPage} />}
    </Panel>
  );
}
