import { Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { CreateWebhookRequest, Webhook } from "vireo/client";
import { vireo } from "../../api";
import { useVersions } from "../../ui/catalog";
import { useSubmit } from "../../ui/form";
import { FormDialog } from "../../ui/form-dialog";
import { EventPicker } from "./event-picker";
import type { Pattern } from "./events";

interface Props {
  /** The webhook to edit. Undefined for a new one. */
  webhook?: Webhook;
  close(): void;
  onSaved?(webhook: Webhook & { secret?: string }): void;
}

interface Values {
  url: string;
  description: string;
  events: Pattern[];
  apiVersion: string | null;
}

export function WebhookForm({ webhook, close, onSaved }: Props) {
  const { data } = useVersions();
  const form = useForm<Values>({
    initialValues: {
      url: webhook?.url ?? "",
      description: webhook?.description ?? "",
      events: (webhook?.events ?? ["*"]) as Pattern[],
      apiVersion: webhook?.apiVersion ?? null,
    },
  });
  const save = useSubmit(
    form,
    async ({ url, description, events, apiVersion }) => {
      const fields = {
        url,
        events,
        description: description || webhook ? description : undefined,
        apiVersion: apiVersion || undefined,
      } as CreateWebhookRequest;
      onSaved?.(await (webhook ? vireo.webhooks.update(webhook.webhookId, fields) : vireo.webhooks.create(fields)));
      close();
    },
    { stale: ["webhooks"], done: webhook ? "Changes saved" : "Webhook created" },
  );
  const { events } = form.values;
  return (
    <FormDialog
      title={webhook ? "Edit webhook" : "New webhook"}
      action={webhook ? "Save" : "Create webhook"}
      submit={save}
      close={close}
      disabled={events.length === 0}
      size="lg"
    >
      <TextInput
        type="url"
        label="URL"
        description="Receives POST requests. It must be reachable from this server."
        placeholder="https://example.com/webhooks/vireo"
        {...form.getInputProps("url")}
        required
        data-autofocus
      />
      <TextInput label="Description" {...form.getInputProps("description")} maxLength={500} />
      <EventPicker value={events} onChange={(events) => form.setValues({ events })} />
      <Select
        label="API version"
        description="Format of the events"
        placeholder="Latest"
        data={data?.versions.map(({ version }) => version) ?? []}
        {...form.getInputProps("apiVersion")}
        clearable={!webhook}
        allowDeselect={!webhook}
      />
    </FormDialog>
  );
}
