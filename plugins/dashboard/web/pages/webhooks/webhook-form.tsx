import { Button, Modal, Select, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type CreateWebhookRequest, VireoError, type Webhook } from "vireo/client";
import { vireo } from "../../api";
import { useAction } from "../../ui/action";
import { EventPicker } from "./event-picker";
import type { Pattern } from "./events";

interface Props {
  /** What is changed; a new one without it. */
  webhook?: Webhook;
  close(): void;
  saved?(webhook: Webhook & { secret?: string }): void;
}

export function WebhookForm({ webhook, close, saved }: Props) {
  const { data } = useQuery({ queryKey: ["versions"], queryFn: () => vireo.versions.list(), staleTime: 3_600_000 });
  const [url, setUrl] = useState(webhook?.url ?? "");
  const [description, setDescription] = useState(webhook?.description ?? "");
  const [events, setEvents] = useState((webhook?.events ?? ["*"]) as Pattern[]);
  const [version, setVersion] = useState<string | null>(webhook?.apiVersion ?? null);
  const save = useAction(
    async () => {
      const fields: CreateWebhookRequest = {
        url,
        events,
        ...(description || webhook ? { description } : {}),
        ...(version ? { apiVersion: version as NonNullable<CreateWebhookRequest["apiVersion"]> } : {}),
      };
      saved?.(await (webhook ? vireo.webhooks.update(webhook.webhookId, fields) : vireo.webhooks.create(fields)));
      close();
    },
    { changes: ["webhooks"] },
  );
  const wrong = save.error instanceof VireoError ? save.error.errors : {};
  return (
    <Modal opened onClose={close} title={webhook ? "Change the webhook" : "New webhook"} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(undefined);
        }}
      >
        <Stack>
          <TextInput
            type="url"
            label="Address"
            description="Messages are sent there by POST. It must be reachable from the server."
            placeholder="https://example.com/hooks/vireo"
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            error={wrong.url?.[0]}
            required
            data-autofocus
          />
          <TextInput
            label="Description"
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
            maxLength={500}
          />
          <EventPicker value={events} onChange={setEvents} />
          <Select
            label="API version"
            description={
              webhook
                ? "The shape of what its messages tell."
                : "Its messages keep this shape. Nothing chosen: today's newest."
            }
            data={data?.versions.map((one) => one.version) ?? []}
            value={version}
            onChange={setVersion}
            clearable={!webhook}
            allowDeselect={!webhook}
          />
          <Button type="submit" loading={save.isPending} disabled={events.length === 0}>
            {webhook ? "Save" : "Make the webhook"}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
