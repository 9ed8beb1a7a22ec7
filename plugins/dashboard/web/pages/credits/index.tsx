import { Button, Grid, Stack } from "@mantine/core";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useCan, useMe } from "../../session";
import { Page } from "../../ui/page";
import { Accounts } from "./accounts";
import { OverTime } from "./balance-history";
import { Grant } from "./grant";
import { Ledger } from "./ledger";
import { Prices } from "./prices";

export default function CreditsPage() {
  const { account } = useMe();
  const admin = useCan("admin");
  const [granting, setGranting] = useState(false);
  const grant = admin && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setGranting(true)}>
      Grant credits
    </Button>
  );
  return (
    <Page title="Credits" text="What is made is paid for in credits. What fails is given back." actions={grant}>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Stack gap="lg">
            <OverTime />
            <Ledger />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Prices />
        </Grid.Col>
      </Grid>
      {admin && <Accounts />}
      {granting && <Grant account={account} close={() => setGranting(false)} />}
    </Page>
  );
}
