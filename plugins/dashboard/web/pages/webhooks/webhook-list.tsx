import { Anchor, Button, Table, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import type { Webhook } from "vireo/client";
import { Link } from "wouter";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { Empty } from "../../ui/empty";
import { Page } from "../../ui/page";
import { Pager } from "../../ui/pager";
import { QueryView } from "../../ui/query-view";
import { Secret } from "../../ui/secret";
import { Status } from "../../ui/status";
import { TableHead } from "../../ui/table-head";
import { Time } from "../../ui/time";
import { describeEvents } from "./events";
import { Verify } from "./verify";
import { WebhookForm } from "./webhook-form";

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
          Failing since <Time at={webhook.failingSince} />
        </Text>
      )}
    </Table.Td>
    <Table.Td visibleFrom="md">
      <Text size="sm" lineClamp={2}>
        {describeEvents(webhook)}
      </Text>
    </Table.Td>
    <Table.Td visibleFrom="sm">{webhook.apiVersion}</Table.Td>
  </Table.Tr>
);

export function WebhookList() {
  const [page, setPage] = useState(1);
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string>();
  const query = useQuery({
    queryKey: keys.webhooks(page),
    queryFn: () => vireo.webhooks.list({ page }),
    placeholderData: keepPreviousData,
  });
  const create = (
    <Button leftSection={<Plus size={16} />} onClick={() => setCreating(true)}>
      New webhook
    </Button>
  );
  return (
    <Page title="Webhooks" text="Send events to your applications" actions={create}>
      {secret && <Secret title="Your signing secret" value={secret} />}
      <QueryView query={query}>
        {({ webhooks, pagination }) =>
          webhooks.length === 0 ? (
            <Empty
              icon={WebhookIcon}
              title="No webhooks yet"
              text="Get a signed request when a video is ready or a post is published."
            >
              {create}
            </Empty>
          ) : (
            <>
              <Table>
                <TableHead
                  columns={["URL", "Status", { title: "Events", from: "md" }, { title: "API version", from: "sm" }]}
                />
                <Table.Tbody>
                  {webhooks.map((webhook) => (
                    <Row key={webhook.webhookId} webhook={webhook} />
                  ))}
                </Table.Tbody>
              </Table>
              <Pager pagination={pagination} onChange={setPage} />
              <Verify />
            </>
          )
        }
      </QueryView>
      {isCreating && <WebhookForm close={() => setCreating(false)} onSaved={({ secret }) => setSecret(secret)} />}
    </Page>
  );
}
