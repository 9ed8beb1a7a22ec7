import { Button, Grid, Stack } from "@mantine/core";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useCan, useMe } from "../../session";
import { Page } from "../../ui/page";
import { BalanceHistory } from "./balance-history";
import { Grant } from "./grant";
import { Ledger } from "./ledger";
import { Prices } from "./prices";

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
