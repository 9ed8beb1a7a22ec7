import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useState } from "react";
import type { Account } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useMe } from "../../session";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";
import { QuotaDialog } from "./quota-dialog";

const GB = 1e9;
const gigabytes = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });
const formatBytes = (bytes: number) => `${gigabytes.format(bytes / GB)} GB`;
const formatNumber = (value: number) => value.toLocaleString();

interface MeterProps {
  label: string;
  used: number;
  limit: number;
  format(value: number): string;
}

function Meter({ label, used, limit, format }: MeterProps) {
  const percent = limit > 0 ? Math.min(100, (used / limit) * 100) : 100;
  const color = percent >= 95 ? "red" : percent >= 80 ? "orange" : undefined;
  return (
    <Stack gap={6}>
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <Text size="sm" c="dimmed">{`${format(used)} of ${format(limit)}`}</Text>
      </Group>
      <Progress value={percent} aria-label={label} {...(color ? { color } : {})} />
    </Stack>
  );
}

const Meters = ({ account: { usage, ...quotas } }: { account: Account }) =>
  usage && (
    <Stack gap="lg">
      <Meter label="Storage" used={usage.storageBytes} limit={quotas.storageBytes} format={formatBytes} />
      <Meter
        label="Jobs waiting or running"
        used={usage.concurrentJobs}
        limit={quotas.concurrentJobs}
        format={formatNumber}
      />
      <Meter label="API keys" used={usage.keys} limit={quotas.keys} format={formatNumber} />
    </Stack>
  );

/** Use and quotas of the workspace. For administrators. */
export function Usage() {
  const { accountId } = useMe().account;
  const [isEditing, setEditing] = useState(false);
  const query = useQuery({ queryKey: keys.account(accountId), queryFn: () => vireo.accounts.get(accountId) });
  const edit = (
    <Button size="xs" variant="default" leftSection={<Pencil size={14} />} onClick={() => setEditing(true)}>
      Change quotas
    </Button>
  );
  return (
    <Panel title="Usage and quotas" action={edit}>
      <QueryView query={query} lines={6}>
        {(account) => (
          <>
            <Meters account={account} />
            {isEditing && <QuotaDialog account={account} close={() => setEditing(false)} />}
          </>
        )}
      </QueryView>
    </Panel>
  );
}
