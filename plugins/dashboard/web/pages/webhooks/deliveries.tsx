import { SegmentedControl, Table, Text, UnstyledButton } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Webhook, WebhookDelivery } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { Pager } from "../../ui/pager";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";
import { Status, toLabel } from "../../ui/status";
import { TableHead } from "../../ui/table-head";
import { Time } from "../../ui/time";
import { DeliveryDetails, describeResult } from "./delivery";

const statuses = ["all", "delivered", "pending", "failed"] as const;
const POLL_MS = 2_000;

const Row = ({ delivery, open }: { delivery: WebhookDelivery; open(): void }) => (
  <Table.Tr>
    <Table.Td>
      <UnstyledButton onClick={open} fz="sm" fw={600} c="var(--mantine-color-anchor)">
        {delivery.type}
      </UnstyledButton>
      <Text size="xs" c="dimmed" component="div">
        <Time at={delivery.createdAt} as="relative" />
      </Text>
    </Table.Td>
    <Table.Td>
      <Status value={delivery.status} />
    </Table.Td>
    <Table.Td visibleFrom="xs">
      <Text size="sm" lineClamp={2}>
        {describeResult(delivery)}
      </Text>
      {delivery.status === "pending" && delivery.nextAttemptAt && delivery.attempts > 0 && (
        <Text size="xs" c="dimmed" component="div">
          Next attempt <Time at={delivery.nextAttemptAt} as="relative" />
        </Text>
      )}
    </Table.Td>
    <Table.Td visibleFrom="sm" ta="right">
      {delivery.durationMs !== undefined && `${delivery.durationMs.toLocaleString()} ms`}
    </Table.Td>
    <Table.Td visibleFrom="sm" ta="right">
      {delivery.attempts}
    </Table.Td>
  </Table.Tr>
);

/** Deliveries of a webhook, newest first. Polled while one is pending. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { webhookId } = webhook;
  const [page, setPage] = useState(1);
  const [status, setStatus] = useState<(typeof statuses)[number]>("all");
  const [openId, setOpenId] = useState<string>();
  const query = useQuery({
    queryKey: keys.deliveries(webhookId, status, page),
    queryFn: () => vireo.webhooks.deliveries.list(webhookId, { page, ...(status === "all" ? {} : { status }) }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.deliveries.some((one) => one.status === "pending") ? POLL_MS : false),
  });
  const filter = (
    <SegmentedControl
      size="xs"
      value={status}
      onChange={(next) => {
        setStatus(next as typeof status);
        setPage(1);
      }}
      data={statuses.map((value) => ({ value, label: toLabel(value) }))}
      aria-label="Status"
    />
  );
  return (
    <Panel title="Deliveries" action={filter}>
      <QueryView query={query}>
        {({ deliveries, pagination }) =>
          deliveries.length === 0 ? (
            <Text c="dimmed" size="sm">
              {status === "all" ? "No deliveries yet" : `No ${status} deliveries`}
            </Text>
          ) : (
            <>
              <Table>
                <TableHead
                  columns={[
                    "Event",
                    "Status",
                    { title: "Response", from: "xs" },
                    { title: "Duration", from: "sm", end: true },
                    { title: "Attempts", from: "sm", end: true },
                  ]}
                />
                <Table.Tbody>
                  {deliveries.map((delivery) => (
                    <Row key={delivery.deliveryId} delivery={delivery} open={() => setOpenId(delivery.deliveryId)} />
                  ))}
                </Table.Tbody>
              </Table>
              <Pager pagination={pagination} onChange={setPage} />
            </>
          )
        }
      </QueryView>
      {openId && <DeliveryDetails webhook={webhook} id={openId} close={() => setOpenId(undefined)} />}
    </Panel>
  );
}
