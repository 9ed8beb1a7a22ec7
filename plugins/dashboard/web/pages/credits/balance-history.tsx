import { ScrollArea, SegmentedControl, Skeleton, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { CreditTransaction } from "vireo/client";
import { vireo } from "../../api";
import { Failure } from "../../ui/failure";
import { Panel } from "../../ui/panel";
import { type Day, groupByDay } from "./daily";

const Charts = lazy(() => import("./charts"));
const HEIGHT = 228;
/** Entries of the ledger that are looked at. */
const READ = 200;

async function newest(): Promise<CreditTransaction[]> {
  const entries: CreditTransaction[] = [];
  for await (const entry of vireo.credits.transactions.list({ pageSize: 100 })) {
    if (entries.push(entry) === READ) break;
  }
  return entries;
}

const longDay = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

const Days = ({ days }: { days: readonly Day[] }) => (
  <ScrollArea.Autosize mah={HEIGHT} viewportProps={{ tabIndex: 0, role: "region", "aria-label": "Credits a day" }}>
    <Table stickyHeader>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Day</Table.Th>
          <Table.Th ta="right">Spent</Table.Th>
          <Table.Th ta="right">Granted</Table.Th>
          <Table.Th ta="right">Balance</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {days.toReversed().map(({ at, spent, granted, balance }) => (
          <Table.Tr key={at}>
            <Table.Td>{longDay.format(at)}</Table.Td>
            <Table.Td ta="right">{spent.toLocaleString()}</Table.Td>
            <Table.Td ta="right">{granted.toLocaleString()}</Table.Td>
            <Table.Td ta="right">{balance.toLocaleString()}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </ScrollArea.Autosize>
);

/** What is left to spend. */
function Left() {
  const { data } = useQuery({ queryKey: ["credits", "balance"], queryFn: () => vireo.credits.get() });
  if (!data) return <Skeleton h={40} w={120} />;
  return (
    <Text component="p" m={0} c="dimmed">
      <Text span fz={36} fw={700} lh={1.1} c="var(--mantine-color-text)">
        {data.unlimited ? "No limit" : data.balance.toLocaleString()}
      </Text>{" "}
      {data.unlimited ? "This server charges nothing." : "credits left"}
    </Text>
  );
}

/** Where the credits went, day by day. */
export function OverTime() {
  const [as, setAs] = useState("chart");
  const { data, error, refetch } = useQuery({ queryKey: ["credits", "newest"], queryFn: newest });
  const days = data && groupByDay(data, Date.now());
  const choice = (
    <SegmentedControl
      size="xs"
      value={as}
      onChange={setAs}
      data={[
        { value: "chart", label: "Chart" },
        { value: "table", label: "Table" },
      ]}
      aria-label="Show as"
    />
  );
  return (
    <Panel title="Balance" action={choice}>
      <Left />
      {error && <Failure error={error} retry={refetch} />}
      {!days && !error && <Skeleton h={HEIGHT} />}
      {days?.length === 0 && <Text c="dimmed">Nothing was spent or granted yet.</Text>}
      {days && days.length > 0 && (
        <>
          {as === "table" ? (
            <Days days={days} />
          ) : (
            <Suspense fallback={<Skeleton h={HEIGHT} />}>
              <Charts days={days} />
            </Suspense>
          )}
          {data.length === READ && (
            <Text size="xs" c="dimmed">
              The newest {READ} entries of the ledger, by day; the first day may not be whole.
            </Text>
          )}
        </>
      )}
    </Panel>
  );
}
