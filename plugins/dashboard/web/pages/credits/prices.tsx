import { Anchor, Table, Text } from "@mantine/core";
import { Link } from "wouter";
import { usePricing } from "../../ui/catalog";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";
import { toLabel } from "../../ui/status";
import { TableHead } from "../../ui/table-head";

/** Operations whose name in the API is not a good label. */
const labels: Record<string, string> = {
  imageEdit: "Image edit",
  voiceover: "Voice-over",
  scrape: "TikTok search",
  analysis: "Video analysis",
  plan: "Content plan",
};

/** Default prices per operation. */
export function Prices() {
  const query = usePricing();
  return (
    <Panel title="Prices">
      <QueryView query={query} lines={6}>
        {({ prices, unlimited }) => (
          <Table verticalSpacing="xs" horizontalSpacing={0}>
            <TableHead columns={["Operation", { title: "Credits", end: true }]} />
            <Table.Tbody>
              {prices.map(({ operation, credits, per }) => (
                <Table.Tr key={operation}>
                  <Table.Td>
                    {labels[operation] ?? toLabel(operation)}
                    {per !== "call" && ` (per ${per})`}
                  </Table.Td>
                  <Table.Td ta="right">{unlimited ? 0 : credits.toLocaleString()}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </QueryView>
      <Text size="sm" c="dimmed">
        Some{" "}
        <Anchor component={Link} href="/settings/models" inherit underline="always">
          models
        </Anchor>{" "}
        have their own price.
      </Text>
    </Panel>
  );
}
