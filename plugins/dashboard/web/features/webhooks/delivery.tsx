import { Button, Code, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import type { Webhook, WebhookDelivery } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useAction } from "../../ui/action";
import { SidePanel } from "../../ui/dialog";
import { Facts } from "../../ui/facts";
import { QueryView } from "../../ui/query-view";
import { Status } from "../../ui/status";
import { Time } from "../../ui/time";

export const describeResult = ({ statusCode, error, attempts }: WebhookDelivery): string => {
  if (statusCode !== undefined) return `HTTP ${statusCode}`;
  return error ?? (attempts === 0 ? "Not sent yet" : "");
};

const Excerpt = ({ title, children }: { title: string; children: string }) => (
  <Stack gap="xs">
    <Title order={3} size="h5">
      {title}
    </Title>
    <Code block tabIndex={0} role="region" aria-label={title} mah={360} style={{ overflow: "auto" }}>
      {children}
    </Code>
  </Stack>
);

const DeliveryFacts = ({ delivery }: { delivery: WebhookDelivery }) => {
  const { status, error, statusCode, durationMs, attempts, createdAt, deliveredAt, nextAttemptAt, deliveryId } =
    delivery;
  return (
    <Facts
      facts={[
        ["Status", <Status key="status" value={status} />],
        ["Response", describeResult(delivery)],
        ["Error", statusCode !== undefined && error],
        ["Duration", durationMs !== undefined && `${durationMs.toLocaleString()} ms`],
        ["Attempts", attempts],
        ["Created", <Time key="created" at={createdAt} />],
        ["Delivered", deliveredAt && <Time key="delivered" at={deliveredAt} />],
        ["Next attempt", status === "pending" && nextAttemptAt && <Time key="next" at={nextAttemptAt} />],
        ["ID", <Code key="id">{deliveryId}</Code>],
      ]}
    />
  );
};

interface Props {
  webhook: Webhook;
  id: string;
  close(): void;
}

/** A delivery: its request and response. */
export function DeliveryDetails({ webhook: { webhookId, status }, id, close }: Props) {
  const query = useQuery({
    queryKey: keys.delivery(webhookId, id),
    queryFn: () => vireo.webhooks.deliveries.get(webhookId, id),
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? 2_000 : false),
  });
  const resend = useAction(() => vireo.webhooks.deliveries.redeliver(webhookId, id), {
    stale: ["webhooks"],
    done: "Event sent again",
  });
  const isPaused = status === "disabled";
  return (
    <SidePanel onClose={close} title={query.data?.type ?? "Delivery"}>
      <QueryView query={query}>
        {(delivery) => (
          <Stack>
            <DeliveryFacts delivery={delivery} />
            <Group>
              <Button
                variant="default"
                leftSection={<RotateCcw size={16} />}
                loading={resend.isPending}
                disabled={isPaused}
                onClick={() => resend.mutate(undefined)}
              >
                Resend
              </Button>
              {isPaused && (
                <Text size="sm" c="dimmed">
                  Resume the webhook first
                </Text>
              )}
            </Group>
            <Excerpt title="Request">{JSON.stringify(delivery.payload, null, 2)}</Excerpt>
            {delivery.responseBody !== undefined && (
              <Excerpt title="Response (first 1 KB)">{delivery.responseBody || "(empty)"}</Excerpt>
            )}
          </Stack>
        )}
      </QueryView>
    </SidePanel>
  );
}
