import { Alert, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { Breadcrumb } from "../../ui/breadcrumb";
import { Page } from "../../ui/page";
import { QueryView } from "../../ui/query-view";
import { Secret } from "../../ui/secret";
import { Status } from "../../ui/status";
import { formatDateTime } from "../../ui/time";
import { Actions } from "./actions";
import { Deliveries } from "./deliveries";
import { describeEvents } from "./events";
import { Verify } from "./verify";

/** The page of a webhook, with its deliveries. */
export function WebhookPage({ id }: { id: string }) {
  const [secret, setSecret] = useState<string>();
  const query = useQuery({ queryKey: keys.webhook(id), queryFn: () => vireo.webhooks.get(id) });
  const webhook = query.data;
  return (
    <Page
      title={webhook?.description || "Webhook"}
      text={<Breadcrumb links={[{ href: "/webhooks", title: "Webhooks" }]} />}
      actions={webhook && <Actions webhook={webhook} onRotated={setSecret} />}
    >
      <QueryView query={query}>
        {(webhook) => (
          <>
            <Group gap="sm">
              <Status value={webhook.status} />
              <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                {webhook.url}
              </Text>
              <Text size="sm" c="dimmed">
                {describeEvents(webhook)}, version {webhook.apiVersion}
              </Text>
            </Group>
            {secret && <Secret title="Your new signing secret" value={secret} />}
            {webhook.disabledReason && (
              <Alert color="orange" icon={<CircleAlert />} title="Paused by the server">
                {webhook.disabledReason}
              </Alert>
            )}
            {webhook.failingSince && !webhook.disabledReason && (
              <Alert
                color="orange"
                icon={<CircleAlert />}
                title={`Failing since ${formatDateTime(webhook.failingSince)}`}
              >
                Check the responses below. The webhook is paused if this continues for several days.
              </Alert>
            )}
            <Deliveries webhook={webhook} />
            <Verify />
          </>
        )}
      </QueryView>
    </Page>
  );
}
