import { AreaChart, BarChart } from "@mantine/charts";
import "@mantine/charts/styles.css";
import { SimpleGrid, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Day } from "./daily";

const shortDay = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const number = (value: number) => value.toLocaleString();

/** A picture for those who see; the table beside it says the same. */
const Figure = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack component="figure" gap="xs" m={0} aria-label={title}>
    <Text component="figcaption" size="sm" fw={600}>
      {title}
    </Text>
    <div aria-hidden>{children}</div>
  </Stack>
);

export default function Charts({ days }: { days: readonly Day[] }) {
  const data = days.map(({ at, spent, balance }) => ({ day: shortDay.format(at), Spent: spent, Balance: balance }));
  const shared = {
    data,
    dataKey: "day",
    h: 200,
    valueFormatter: number,
    // Without the keyboard's way into it: the table is that way.
    accessibilityLayer: false,
    xAxisProps: { minTickGap: 24 },
    yAxisProps: { width: 52, allowDecimals: false },
  };
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Figure title="Left at the end of a day">
        <AreaChart
          {...shared}
          series={[{ name: "Balance", color: "vireo.6" }]}
          curveType="stepAfter"
          withDots={days.length < 3}
        />
      </Figure>
      <Figure title="Spent a day">
        <BarChart {...shared} series={[{ name: "Spent", color: "vireo.6" }]} maxBarWidth={40} />
      </Figure>
    </SimpleGrid>
  );
}
