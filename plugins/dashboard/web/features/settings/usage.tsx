import { Button, Group, NumberInput, Progress, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useState } from "react";
import type { Account, Usage as UsageResponse } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useCan, useMe } from "../../session";
import { useSubmit } from "../../ui/form";
import { FormDialog } from "../../ui/form-dialog";
import { formatBytes } from "../../ui/numbers";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";

const GB = 1e9;

/** Changes the quotas of a workspace. */
function QuotaDialog({ account, close }: { account: Account; close(): void }) {
  const { accountId, name, storageBytes, concurrentJobs, keys } = account;
  const form = useForm({ initialValues: { storageBytes: storageBytes / GB, concurrentJobs, keys } });
  const submit = useSubmit(
    form,
    async (values) => {
      await vireo.accounts.update(accountId, { ...values, storageBytes: Math.round(values.storageBytes * GB) });
      close();
    },
    { stale: ["credits"], done: "Quotas saved" },
  );
  return (
    <FormDialog title={`Quotas of ${name}`} action="Save" submit={submit} close={close}>
      <NumberInput label="Storage" suffix=" GB" min={0} decimalScale={3} {...form.getInputProps("storageBytes")} />
      <NumberInput
        label="Jobs at a time"
        description="Jobs that may wait or run. Further ones are refused."
        min={1}
        allowDecimal={false}
        {...form.getInputProps("concurrentJobs")}
      />
      <NumberInput label="API keys" min={1} allowDecimal={false} {...form.getInputProps("keys")} />
    </FormDialog>
  );
}

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
      <Progress value={percent} aria-label={label} color={color} />
    </Stack>
  );
}

const Meters = ({ usage: { storageBytes, concurrentJobs, keys } }: { usage: UsageResponse }) => (
  <Stack gap="lg">
    <Meter label="Storage" {...storageBytes} format={formatBytes} />
    <Meter label="Jobs waiting or running" {...concurrentJobs} format={formatNumber} />
    <Meter label="API keys" {...keys} format={formatNumber} />
  </Stack>
);

/** Changes the quotas of the workspace. For administrators. */
function ChangeQuotas() {
  const { accountId } = useMe().account;
  const [isEditing, setEditing] = useState(false);
  const { data } = useQuery({ queryKey: keys.account(accountId), queryFn: () => vireo.accounts.get(accountId) });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<Pencil size={14} />}
        disabled={!data}
        onClick={() => setEditing(true)}
      >
        Change quotas
      </Button>
      {isEditing && data && <QuotaDialog account={data} close={() => setEditing(false)} />}
    </>
  );
}

/** Shows usage and quotas of the workspace. */
export function Usage() {
  const isAdmin = useCan("admin");
  const query = useQuery({ queryKey: keys.usage, queryFn: () => vireo.usage.get() });
  return (
    <Panel title="Usage and quotas" action={isAdmin && <ChangeQuotas />}>
      <QueryView query={query} lines={6}>
        {(usage) => <Meters usage={usage} />}
      </QueryView>
      {!isAdmin && (
        <Text size="sm" c="dimmed">
          An administrator can change the quotas.
        </Text>
      )}
    </Panel>
  );
}
