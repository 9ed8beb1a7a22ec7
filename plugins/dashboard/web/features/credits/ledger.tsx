import { Badge, Group, Text } from "@mantine/core";
import type { CreditTransaction } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { type Column, DataTable } from "../../ui/data-table";
import { PagesView, usePages } from "../../ui/pages";
import { Panel } from "../../ui/panel";
import { toLabel } from "../../ui/status";
import { Time } from "../../ui/time";

const colors: Record<string, string> = { grant: "green", refund: "blue", charge: "gray" };
const signed = new Intl.NumberFormat(undefined, { signDisplay: "exceptZero" });
const tabular = { fontVariantNumeric: "tabular-nums" } as const;

const columns: readonly Column<CreditTransaction>[] = [
  {
    title: "Description",
    cell: ({ type, note, reason, createdAt }) => (
      <Group gap="xs" wrap="nowrap">
        <Badge color={colors[type] ?? "gray"} miw="max-content" visibleFrom="sm">
          {toLabel(type)}
        </Badge>
        <div>
          <Text size="sm" lineClamp={2}>
            {note ?? (reason === "grant" ? "Added by an administrator" : reason)}
          </Text>
          <Text size="sm" c="dimmed" component="div" hiddenFrom="sm">
            {toLabel(type)}, <Time at={createdAt} as="relative" />
          </Text>
        </div>
      </Group>
    ),
  },
  { title: "Date", from: "sm", cell: ({ createdAt }) => <Time at={createdAt} as="relative" /> },
  {
    title: "Credits",
    end: true,
    cell: ({ amount }) => (
      <Text span inherit fw={600} style={tabular}>
        {signed.format(amount)}
      </Text>
    ),
  },
  {
    title: "Balance",
    end: true,
    cell: ({ balanceAfter }) => <span style={tabular}>{balanceAfter.toLocaleString()}</span>,
  },
];

/** Lists charges, refunds and grants, newest first. */
export function Ledger() {
  const pages = usePages(keys.transactions, async (page) => vireo.credits.transactions.list({ page }));
  return (
    <Panel title="History">
      <PagesView pages={pages} lines={5}>
        {({ transactions }) =>
          transactions.length === 0 ? (
            <Text c="dimmed">No transactions yet</Text>
          ) : (
            <DataTable columns={columns} rows={transactions} getKey={({ transactionId }) => transactionId} />
          )
        }
      </PagesView>
    </Panel>
  );
}
