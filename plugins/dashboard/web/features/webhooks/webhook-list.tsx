import { Anchor, Button, Text } from "@mantine/core";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import type { Webhook } from "vireo/client";
import { Link } from "wouter";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { type Column, DataTable } from "../../ui/data-table";
import { Empty } from "../../ui/empty";
import { Page } from "../../ui/page";
import { PagesView, usePages } from "../../ui/pages";
import { Secret } from "../../ui/secret";
import { Status } from "../../ui/status";
import { Time } from "../../ui/time";
import { describeEvents } from "./events";
import { Verify } from "./verify";
import { WebhookForm } from "./webhook-form";

const columns: readonly Column<Webhook>[] = [
  {
    title: "Webhook",
    cell: ({ webhookId, url, description }) => (
      <>
        <Anchor
          component={Link}
          href={`/webhooks/${webhookId}`}
          size="sm"
          fw={600}
          style={{ overflowWrap: "anywhere" }}
        >
          {description || url}
        </Anchor>
        {description && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {url}
          </Text>
        )}
      </>
    ),
  },
  {
    title: "Status",
    cell: ({ status, failingSince }) => (
      <>
        <Status value={status} />
        {failingSince && (
          <Text size="xs" mt={4} component="div">
            Failing since <Time at={failingSince} size="xs" />
          </Text>
        )}
      </>
    ),
  },
  {
    title: "Events",
    from: "md",
    cell: (webhook) => (
      <Text size="sm" lineClamp={2}>
        {describeEvents(webhook)}
      </Text>
    ),
  },
  { title: "API version", from: "sm", cell: ({ apiVersion }) => apiVersion },
];

export function WebhookList() {
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string>();
  const pages = usePages(keys.webhooks, async (page) => vireo.webhooks.list({ page }));
  const create = (
    <Button leftSection={<Plus size={16} />} onClick={() => setCreating(true)}>
      New webhook
    </Button>
  );
  return (
    <Page title="Webhooks" text="Send events to your applications" actions={create}>
      {secret && <Secret title="Your signing secret" value={secret} />}
      <PagesView pages={pages}>
        {({ webhooks }) =>
          webhooks.length === 0 ? (
            <Empty
              icon={WebhookIcon}
              title="No webhooks yet"
              text="Get a signed request when a video is ready or a post is published."
            >
              {create}
            </Empty>
          ) : (
            <DataTable columns={columns} rows={webhooks} getKey={({ webhookId }) => webhookId} />
          )
        }
      </PagesView>
      {!!pages.query.data?.webhooks.length && <Verify />}
      {isCreating && <WebhookForm close={() => setCreating(false)} onSaved={({ secret }) => setSecret(secret)} />}
    </Page>
  );
}
