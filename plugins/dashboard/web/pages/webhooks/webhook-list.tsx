import { Anchor, Button, Table, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import type { Webhook } from "vireo/client";
import { Link } from "wouter";
import { vireo } from "../../api";
import { Empty } from "../../ui/empty";
import { Failure } from "../../ui/failure";
import { Loading } from "../../ui/loading";
import { Page } from "../../ui/page";
import { Pager } from "../../ui/pager";
import { Secret } from "../../ui/secret";
import { Status } from "../../ui/status";
import { Time } from "../../ui/time";
import { Verify } from "./verify";
import { WebhookForm } from "./webhook-form";

export const eventsOf = ({ events }: Webhook): string => (events.includes("*") ? "everything" : events.join(", "));

const Row = ({ webhook }: { webhook: Webhook }) => (
  <Table.Tr>
    <Table.Td>
      <Anchor
        component={Link}
        href={`/webhooks/${webhook.webhookId}`}
        size="sm"
        fw={600}
        style={{ overflowWrap: "anywhere" }}
      >
        {webhook.url}
      </Anchor>
      {webhook.description && (
        <Text size="xs" c="dimmed">
          {webhook.description}
        </Text>
      )}
    </Table.Td>
    <Table.Td>
      <Status value={webhook.status} />
      {webhook.failingSince && (
        <Text size="xs" mt={4} component="div">
          fails since <Time at={webhook.failingSince} as="relative" />
        </Text>
      )}
    </Table.Td>
    <Table.Td visibleFrom="md">
      <Text size="sm" lineClamp={2}>
        {eventsOf(webhook)}
      </Text>
    </Table.Td>
    <Table.Td visibleFrom="sm">{webhook.apiVersion}</Table.Td>
  </Table.Tr>
);

/** Everywhere that messages are sent to. */
export function WebhookList() {
  const [page, setPage] = useState(1);
  const [making, setMaking] = useState(false);
  const [secret, setSecret] = useState<string>();
  const { data, error, refetch } = useQuery({
    queryKey: ["webhooks", page],
    queryFn: () => vireo.webhooks.list({ page }),
    placeholderData: keepPreviousData,
  });
  const make = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setMaking(true)}>
      New webhook
    </Button>
  );
  return (
    <Page title="Webhooks" text="Your own programs are told when something happens." actions={make}>
      {secret && <Secret title="The webhook's secret" value={secret} />}
      {error && <Failure error={error} retry={refetch} />}
      {!data && !error && <Loading />}
      {data?.webhooks.length === 0 && (
        <Empty
          icon={WebhookIcon}
          title="No webhooks yet"
          text="Give an address of yours. When a video is ready or a post is out, a signed message is sent there: no need to ask again and again."
        >
          {make}
        </Empty>
      )}
      {data && data.webhooks.length > 0 && (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Address</Table.Th>
              <Table.Th>State</Table.Th>
              <Table.Th visibleFrom="md">Events</Table.Th>
              <Table.Th visibleFrom="sm">Version</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.webhooks.map((webhook) => (
              <Row key={webhook.webhookId} webhook={webhook} />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {data && <Pager pagination={data.pagination} onChange={setPage} />}
      {data && data.webhooks.length > 0 && <Verify />}
      {making && <WebhookForm close={() => setMaking(false)} saved={({ secret }) => setSecret(secret)} />}
    </Page>
  );
}
