import { Alert, Anchor, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, CircleAlert } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { vireo } from "../../api";
import { Failure } from "../../ui/failure";
import { Loading } from "../../ui/loading";
import { Page } from "../../ui/page";
import { Secret } from "../../ui/secret";
import { Status } from "../../ui/status";
import { formatRelative } from "../../ui/time";
import { Actions } from "./actions";
import { Deliveries } from "./deliveries";
import { Verify } from "./verify";
import { eventsOf } from "./webhook-list";

/** One webhook: what it is told, and how that went. */
export function WebhookPage({ id }: { id: string }) {
  const [secret, setSecret] = useState<string>();
  const { data, error, refetch } = useQuery({ queryKey: ["webhooks", id], queryFn: () => vireo.webhooks.get(id) });
  const back = (
    <Anchor component={Link} href="/webhooks" size="sm" c="dimmed">
      <Group gap={4} component="span">
        <ArrowLeft size={14} aria-hidden /> All webhooks
      </Group>
    </Anchor>
  );
  if (!data) {
    return (
      <Page title="Webhook" text={back}>
        {error ? <Failure error={error} retry={refetch} /> : <Loading />}
      </Page>
    );
  }
  const { url, description, status, apiVersion, disabledReason, failingSince } = data;
  return (
    <Page title={description || "Webhook"} text={back} actions={<Actions webhook={data} shown={setSecret} />}>
      <Group gap="sm">
        <Status value={status} />
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {url}
        </Text>
        <Text size="sm" c="dimmed">
          {eventsOf(data)}, version {apiVersion}
        </Text>
      </Group>
      {secret && <Secret title="Its new secret" value={secret} />}
      {disabledReason && (
        <Alert color="orange" icon={<CircleAlert />} title="The server has paused it">
          {disabledReason}
        </Alert>
      )}
      {failingSince && !disabledReason && (
        <Alert
          color="orange"
          icon={<CircleAlert />}
          title={`Nothing has arrived since ${formatRelative(failingSince)}`}
        >
          See below what your address answers. If that goes on for days, the webhook is paused.
        </Alert>
      )}
      <Deliveries webhook={data} />
      <Verify />
    </Page>
  );
}
