import { Button, Code, Drawer, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import type { Webhook, WebhookDelivery } from "vireo/client";
import { vireo } from "../../api";
import { useAction } from "../../ui/action";
import { Failure } from "../../ui/failure";
import { Loading } from "../../ui/loading";
import { Status } from "../../ui/status";
import { Time } from "../../ui/time";

export const describeResult = ({ statusCode, error, attempts }: WebhookDelivery): string => {
  if (statusCode !== undefined) return `HTTP ${statusCode}`;
  return error ?? (attempts === 0 ? "not sent yet" : "");
};

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Group gap="sm" wrap="nowrap" align="baseline">
    <Text component="dt" size="sm" c="dimmed" w={96} flex="none">
      {name}
    </Text>
    <Text component="dd" size="sm" m={0} style={{ overflowWrap: "anywhere" }}>
      {children}
    </Text>
  </Group>
);

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

interface Props {
  webhook: Webhook;
  id: string;
  close(): void;
}

/** One message: what was sent, and what came back. */
export function DeliveryDetails({ webhook: { webhookId, status }, id, close }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ["webhooks", webhookId, "delivery", id],
    queryFn: () => vireo.webhooks.deliveries.get(webhookId, id),
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? 2_000 : false),
  });
  const again = useAction(() => vireo.webhooks.deliveries.redeliver(webhookId, id), {
    changes: ["webhooks"],
    done: "It is sent again.",
  });
  return (
    <Drawer opened onClose={close} position="right" size="lg" title={data?.type ?? "Delivery"}>
      {error && <Failure error={error} retry={refetch} />}
      {!data && !error && <Loading />}
      {data && (
        <Stack>
          <Stack component="dl" gap={6} m={0}>
            <Fact name="State">
              <Status value={data.status} />
            </Fact>
            <Fact name="Answer">{describeResult(data)}</Fact>
            {data.error && data.statusCode !== undefined && <Fact name="Fault">{data.error}</Fact>}
            {data.durationMs !== undefined && <Fact name="Took">{data.durationMs.toLocaleString()} ms</Fact>}
            <Fact name="Attempts">{data.attempts}</Fact>
            <Fact name="Made">
              <Time at={data.createdAt} />
            </Fact>
            {data.deliveredAt && (
              <Fact name="Delivered">
                <Time at={data.deliveredAt} />
              </Fact>
            )}
            {data.status === "pending" && data.nextAttemptAt && (
              <Fact name="Next try">
                <Time at={data.nextAttemptAt} />
              </Fact>
            )}
            <Fact name="Id">
              <Code>{data.deliveryId}</Code>
            </Fact>
          </Stack>
          <Group>
            <Button
              variant="default"
              leftSection={<RotateCcw size={16} aria-hidden />}
              loading={again.isPending}
              disabled={status === "disabled"}
              onClick={() => again.mutate(undefined)}
            >
              Send it again
            </Button>
            {status === "disabled" && (
              <Text size="sm" c="dimmed">
                Resume the webhook first.
              </Text>
            )}
          </Group>
          <Excerpt title="Sent">{JSON.stringify(data.payload, null, 2)}</Excerpt>
          {data.responseBody !== undefined && (
            <Excerpt title="Came back (first kilobyte)">{data.responseBody || "(nothing)"}</Excerpt>
          )}
        </Stack>
      )}
    </Drawer>
  );
}
