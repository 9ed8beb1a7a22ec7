import { Anchor, SegmentedControl, Text } from "@mantine/core";
import { useState } from "react";
import type { Webhook, WebhookDelivery } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { type Column, DataTable } from "../../ui/data-table";
import { PagesView, usePages } from "../../ui/pages";
import { Panel } from "../../ui/panel";
import { Status, toLabel } from "../../ui/status";
import { Time } from "../../ui/time";
import { DeliveryDetails, describeResult } from "./delivery";

const statuses = ["all", "delivered", "pending", "failed"] as const;
const POLL_MS = 2_000;

const resultColumns: readonly Column<WebhookDelivery>[] = [
  { title: "Status", cell: ({ status }) => <Status value={status} /> },
  {
    title: "Response",
    from: "xs",
    cell: (delivery) => (
      <>
        <Text size="sm" lineClamp={2}>
          {describeResult(delivery)}
        </Text>
        {delivery.status === "pending" && delivery.nextAttemptAt && delivery.attempts > 0 && (
          <Text size="xs" c="dimmed" component="div">
            Next attempt <Time at={delivery.nextAttemptAt} as="relative" size="xs" />
          </Text>
        )}
      </>
    ),
  },
  {
    title: "Duration",
    from: "md",
    end: true,
    cell: ({ durationMs }) => durationMs !== undefined && `${durationMs.toLocaleString()} ms`,
  },
  { title: "Attempts", from: "md", end: true, cell: ({ attempts }) => attempts },
];

/** Lists deliveries of a webhook, newest first. Polls while one is pending. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { webhookId } = webhook;
  const [status, setStatus] = useState<(typeof statuses)[number]>("all");
  const [openId, setOpenId] = useState<string>();
  const pages = usePages(
    (page) => keys.deliveries(webhookId, status, page),
    async (page) => vireo.webhooks.deliveries.list(webhookId, { page, status: status === "all" ? undefined : status }),
    (data) => (data?.deliveries.some((delivery) => delivery.status === "pending") ? POLL_MS : false),
  );
  const filter = (
    <SegmentedControl
      size="xs"
      value={status}
      onChange={(next) => {
        setStatus(next as typeof status);
        pages.setPage(1);
      }}
      data={statuses.map((value) => ({ value, label: toLabel(value) }))}
      aria-label="Status"
    />
  );
  const columns: readonly Column<WebhookDelivery>[] = [
    {
      title: "Event",
      cell: ({ deliveryId, type, createdAt }) => (
        <>
          <Anchor component="button" type="button" onClick={() => setOpenId(deliveryId)} fz="sm" fw={600}>
            {type}
          </Anchor>
          <Text size="xs" c="dimmed" component="div">
            <Time at={createdAt} as="relative" size="xs" />
          </Text>
        </>
      ),
    },
    ...resultColumns,
  ];
  return (
    <Panel title="Deliveries" action={filter}>
      <PagesView pages={pages}>
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <Text c="dimmed" size="sm">
              {status === "all" ? "No deliveries yet" : `No ${status} deliveries`}
            </Text>
          ) : (
            <DataTable columns={columns} rows={deliveries} getKey={({ deliveryId }) => deliveryId} />
          )
        }
      </PagesView>
      {openId && <DeliveryDetails webhook={webhook} id={openId} close={() => setOpenId(undefined)} />}
    </Panel>
  );
}
