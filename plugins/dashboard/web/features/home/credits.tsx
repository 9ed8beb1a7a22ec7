import { Anchor, Group, Text, ThemeIcon } from "@mantine/core";
import { Coins } from "lucide-react";
import { Link } from "wouter";
import { useCan } from "../../session";
import { useBalance } from "../../ui/balance";
import { Panel } from "../../ui/panel";

export function CreditsCard() {
  const data = useBalance();
  const canRead = useCan("credits:read");
  if (!canRead) return null;
  const history = (
    <Anchor component={Link} href="/credits" size="sm">
      History
    </Anchor>
  );
  return (
    <Panel title="Credits" action={history}>
      <Group gap="sm" wrap="nowrap" mih={52}>
        <ThemeIcon variant="light" size={44} radius="xl" aria-hidden>
          <Coins size={22} />
        </ThemeIcon>
        {data && (
          <div>
            <Text fz={28} fw={600} lh={1.1}>
              {data.unlimited ? "Unlimited" : data.balance.toLocaleString()}
            </Text>
            <Text size="sm" c="dimmed">
              {data.unlimited ? "This server doesn't charge credits." : "Failed jobs are refunded."}
            </Text>
          </div>
        )}
      </Group>
    </Panel>
  );
}
