import { Anchor, Button, Grid, Stack, Text } from "@mantine/core";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { useCan, useMe } from "../../session";
import { usePricing } from "../../ui/catalog";
import { DataTable } from "../../ui/data-table";
import { Page } from "../../ui/page";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";
import { toLabel } from "../../ui/status";
import { BalanceHistory } from "./balance-history";
import { Grant } from "./grant";
import { Ledger } from "./ledger";

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
function Prices() {
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

export default function CreditsPage() {
  const { account } = useMe();
  const isAdmin = useCan("admin");
  const [isGranting, setGranting] = useState(false);
  const grant = isAdmin && (
    <Button leftSection={<Plus size={16} />} onClick={() => setGranting(true)}>
      Grant credits
    </Button>
  );
  return (
    <Page title="Credits" text="Failed jobs are refunded." actions={grant}>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Stack gap="lg">
            <BalanceHistory />
            <Ledger />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Prices />
        </Grid.Col>
      </Grid>
      {isGranting && <Grant account={account} close={() => setGranting(false)} />}
    </Page>
  );
}
