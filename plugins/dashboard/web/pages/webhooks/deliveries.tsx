import { SegmentedControl, Skeleton, Table, Text, UnstyledButton } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Webhook, WebhookDelivery } from "vireo/client";
import { vireo } from "../../api";
import { Failure } from "../../ui/failure";
import { Pager } from "../../ui/pager";
import { Panel } from "../../ui/panel";
import { Status } from "../../ui/status";
import { Time } from "../../ui/time";
import { DeliveryDetails, describeResult } from "./delivery";

type State = WebhookDelivery["status"];
/** While something is under way, its end is looked for. */
const LOOK_AGAIN_MS = 2_000;

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
          again <Time at={delivery.nextAttemptAt} as="relative" />
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

/** What was sent, newest first. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { webhookId } = webhook;
  const [page, setPage] = useState(1);
  const [status, setStatus] = useState<State | "all">("all");
  const [opened, setOpened] = useState<string>();
  const { data, error, refetch } = useQuery({
    queryKey: ["webhooks", webhookId, "deliveries", status, page],
    queryFn: () => vireo.webhooks.deliveries.list(webhookId, { page, ...(status === "all" ? {} : { status }) }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some((one) => one.status === "pending") ? LOOK_AGAIN_MS : false,
  });
  const filter = (
    <SegmentedControl
      size="xs"
      value={status}
      onChange={(next) => {
        setStatus(next as typeof status);
        setPage(1);
      }}
      data={[
        { value: "all", label: "All" },
        { value: "delivered", label: "Delivered" },
        { value: "pending", label: "Pending" },
        { value: "failed", label: "Failed" },
      ]}
      aria-label="State"
    />
  );
  return (
    <Panel title="Deliveries" action={filter}>
      {error && <Failure error={error} retry={refetch} />}
      {!data && !error && <Skeleton h={200} />}
      {data?.deliveries.length === 0 && (
        <Text c="dimmed" size="sm">
          {status === "all" ? "Nothing was sent yet. Send a test to see whether it arrives." : "None in this state."}
        </Text>
      )}
      {data && data.deliveries.length > 0 && (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Event</Table.Th>
              <Table.Th>State</Table.Th>
              <Table.Th visibleFrom="xs">Answer</Table.Th>
              <Table.Th visibleFrom="sm" ta="right">
                Took
              </Table.Th>
              <Table.Th visibleFrom="sm" ta="right">
                Attempts
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.deliveries.map((delivery) => (
              <Row key={delivery.deliveryId} delivery={delivery} open={() => setOpened(delivery.deliveryId)} />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {data && <Pager pagination={data.pagination} onChange={setPage} />}
      {opened && <DeliveryDetails webhook={webhook} id={opened} close={() => setOpened(undefined)} />}
    </Panel>
  );
}
