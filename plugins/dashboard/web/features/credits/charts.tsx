import { AreaChart, BarChart } from "@mantine/charts";
import "@mantine/charts/styles.css";
import { SimpleGrid, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Day } from "./daily";

const dayName = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });

/** Hidden from screen readers, which use the table instead. */
const Figure = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack component="figure" gap="xs" m={0} aria-label={title}>
    <Text component="figcaption" size="sm" fw={600}>
      {title}
    </Text>
    <div aria-hidden>{children}</div>
  </Stack>
);

export default function Charts({ days }: { days: readonly Day[] }) {
  const data = days.map(({ at, spent, balance }) => ({ day: dayName.format(at), Spent: spent, Balance: balance }));
  const shared = {
    data,
    dataKey: "day",
    h: 200,
    valueFormatter: (value: number) => value.toLocaleString(),
    // Keyboard users have the table.
    accessibilityLayer: false,
    xAxisProps: { minTickGap: 24 },
    yAxisProps: { width: 52, allowDecimals: false },
  };
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Figure title="Balance at end of day">
        <AreaChart
          {...shared}
          series={[{ name: "Balance", color: "vireo.6" }]}
          curveType="stepAfter"
          withDots={days.length < 3}
        />
      </Figure>
      <Figure title="Spent per day">
        <BarChart {...shared} series={[{ name: "Spent", color: "vireo.6" }]} maxBarWidth={40} />
      </Figure>
    </SimpleGrid>
  );
}
