import { Anchor, Group, Text, ThemeIcon } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Coins } from "lucide-react";
import { Link } from "wouter";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { Panel } from "../../ui/panel";

/** What is left to spend. */
export function CreditsCard() {
  const may = useCan("credits:read");
  const { data } = useQuery({ queryKey: ["credits", "balance"], queryFn: () => vireo.credits.get(), enabled: may });
  if (!may || !data) return null;
  const ledger = (
    <Anchor component={Link} href="/credits" size="sm">
      Where they went
    </Anchor>
  );
  return (
    <Panel title="Credits" action={ledger}>
      <Group gap="sm" wrap="nowrap">
        <ThemeIcon variant="light" size={44} radius="xl" aria-hidden>
          <Coins size={22} />
        </ThemeIcon>
        <div>
          <Text fz={28} fw={700} lh={1.1}>
            {data.unlimited ? "No limit" : data.balance.toLocaleString()}
          </Text>
          <Text size="sm" c="dimmed">
            {data.unlimited ? "This server charges nothing." : "What fails is given back."}
          </Text>
        </div>
      </Group>
    </Panel>
  );
}
