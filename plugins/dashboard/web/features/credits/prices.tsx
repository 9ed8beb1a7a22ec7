import { Anchor, Text } from "@mantine/core";
import { Link } from "wouter";
import { usePricing } from "../../ui/catalog";
import { DataTable } from "../../ui/data-table";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";
import { toLabel } from "../../ui/status";

/** Labels of operations whose API name is unclear. */
const labels: Record<string, string> = {
  imageEdit: "Image edit",
  voiceover: "Voice-over",
  musicLayer: "Music layer",
  scrape: "TikTok search",
  analysis: "Video analysis",
  plan: "Content plan",
};

/** Lists the default price of each operation. */
export function Prices() {
  const query = usePricing();
  return (
    <Panel title="Prices">
      <QueryView query={query} lines={6}>
        {({ prices, unlimited }) => (
          <DataTable
            verticalSpacing="xs"
            horizontalSpacing={0}
            columns={[
              {
                title: "Operation",
                cell: ({ operation, per }) =>
                  `${labels[operation] ?? toLabel(operation)}${per === "call" ? "" : ` (per ${per})`}`,
              },
              { title: "Credits", end: true, cell: ({ credits }) => (unlimited ? 0 : credits.toLocaleString()) },
            ]}
            rows={prices}
            getKey={({ operation }) => operation}
          />
        )}
      </QueryView>
      <Text size="sm" c="dimmed">
        Some{" "}
        <Anchor component={Link} href="/settings/server" inherit underline="always">
          models
        </Anchor>{" "}
        have their own price.
      </Text>
    </Panel>
  );
}
