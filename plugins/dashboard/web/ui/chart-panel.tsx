import { Group, SegmentedControl } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Panel } from "./panel";

const views = [
  { value: "chart", label: "Chart" },
  { value: "table", label: "Table" },
];

interface Props {
  title: string;
  /** Buttons next to the switch. */
  action?: ReactNode;
  children(view: "chart" | "table"): ReactNode;
}

/** Panel that shows its data as a chart or a table. */
export function ChartPanel({ title, action, children }: Props) {
  const [view, setView] = useState("chart");
  const viewSwitch = (
    <SegmentedControl size="xs" value={view} onChange={setView} data={views} aria-label={`${title}: view`} />
  );
  return (
    <Panel
      title={title}
      action={
        <Group gap="xs">
          {action}
          {viewSwitch}
        </Group>
      }
    >
      {children(view as "chart" | "table")}
    </Panel>
  );
}
