import { AreaChart, BarChart } from "@mantine/charts";
import "@mantine/charts/styles.css";

interface Props {
  kind: "area" | "bar";
  /** Name of the values, in the tooltip. */
  name: string;
  points: readonly { label: string; value: number }[];
  /** True if a value applies until the next point. */
  isStepped?: boolean;
}

/** Chart of one series. Hidden from screen readers, which use the table instead. */
export default function Chart({ kind, name, points, isStepped = false }: Props) {
  const shared = {
    data: points.map(({ label, value }) => ({ label, [name]: value })),
    dataKey: "label",
    h: 200,
    series: [{ name, color: "vireo.6" }],
    valueFormatter: (value: number) => value.toLocaleString(),
    // Keyboard users have the table.
    accessibilityLayer: false,
    xAxisProps: { minTickGap: 24 },
    yAxisProps: { width: 56, allowDecimals: false },
  };
  return (
    <div aria-hidden>
      {kind === "bar" ? (
        <BarChart {...shared} maxBarWidth={40} />
      ) : (
        <AreaChart {...shared} curveType={isStepped ? "stepAfter" : "monotone"} withDots={points.length < 3} />
      )}
    </div>
  );
}
