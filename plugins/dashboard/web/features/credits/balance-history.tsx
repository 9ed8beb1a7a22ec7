import { ScrollArea, SimpleGrid, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import type { CreditTransaction } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useBalance } from "../../ui/balance";
import { ChartPanel } from "../../ui/chart-panel";
import { type Column, DataTable } from "../../ui/data-table";
import { QueryView } from "../../ui/query-view";
import { type Day, groupByDay } from "./daily";

const Chart = lazy(() => import("../../ui/charts"));
const HEIGHT = 228;
const MAX_TRANSACTIONS = 200;

async function loadTransactions(): Promise<CreditTransaction[]> {
  const transactions: CreditTransaction[] = [];
  for await (const entry of vireo.credits.transactions.list({ pageSize: 100 })) {
    if (transactions.push(entry) === MAX_TRANSACTIONS) break;
  }
  return transactions;
}

const longDay = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

const dayColumns: readonly Column<Day>[] = [
  { title: "Day", cell: ({ at }) => longDay.format(at) },
  { title: "Spent", end: true, cell: ({ spent }) => spent.toLocaleString() },
  { title: "Granted", end: true, cell: ({ granted }) => granted.toLocaleString() },
  { title: "Balance", end: true, cell: ({ balance }) => balance.toLocaleString() },
];

const DayTable = ({ days }: { days: readonly Day[] }) => (
  <ScrollArea.Autosize mah={HEIGHT} viewportProps={{ tabIndex: 0, role: "region", "aria-label": "Credits per day" }}>
    <DataTable stickyHeader columns={dayColumns} rows={days.toReversed()} getKey={({ at }) => at} />
  </ScrollArea.Autosize>
);

function CurrentBalance() {
  const data = useBalance();
  if (!data) return <Skeleton h={40} w={120} />;
  return (
    <Text component="p" m={0} c="dimmed">
      <Text span fz={36} fw={600} lh={1.1} c="var(--mantine-color-text)">
        {data.unlimited ? "Unlimited" : data.balance.toLocaleString()}
      </Text>{" "}
      {data.unlimited ? "This server doesn't charge credits." : "credits left"}
    </Text>
  );
}

const shortDay = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });

const series = [
  { title: "Balance at end of day", name: "Balance", kind: "area", read: ({ balance }: Day) => balance },
  { title: "Spent per day", name: "Spent", kind: "bar", read: ({ spent }: Day) => spent },
] as const;

const Charts = ({ days }: { days: readonly Day[] }) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }}>
    {series.map(({ title, name, kind, read }) => (
      <Stack key={name} component="figure" gap="xs" m={0} aria-label={title}>
        <Text component="figcaption" size="sm" fw={600}>
          {title}
        </Text>
        <Suspense fallback={<Skeleton h={HEIGHT} />}>
          <Chart
            kind={kind}
            name={name}
            points={days.map((day) => ({ label: shortDay.format(day.at), value: read(day) }))}
            isStepped
          />
        </Suspense>
      </Stack>
    ))}
  </SimpleGrid>
);

/** Shows the balance and spending of recent days, as charts or a table. */
export function BalanceHistory() {
  const query = useQuery({ queryKey: keys.creditHistory, queryFn: loadTransactions });
  return (
    <ChartPanel title="Balance">
      {(view) => (
        <>
          <CurrentBalance />
          <QueryView query={query}>
            {(transactions) => {
              const days = groupByDay(transactions, Date.now());
              if (days.length === 0) return <Text c="dimmed">No transactions yet</Text>;
              return (
                <>
                  {view === "table" ? <DayTable days={days} /> : <Charts days={days} />}
                  {transactions.length === MAX_TRANSACTIONS && (
                    <Text size="xs" c="dimmed">
                      Based on the last {MAX_TRANSACTIONS} transactions. The first day may be incomplete.
                    </Text>
                  )}
                </>
              );
            }}
          </QueryView>
        </>
      )}
    </ChartPanel>
  );
}
