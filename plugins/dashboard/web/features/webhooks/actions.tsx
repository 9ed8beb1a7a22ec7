import { Button, Group } from "@mantine/core";
import { Send } from "lucide-react";
import { useState } from "react";
import type { Webhook } from "vireo/client";
import { useLocation } from "wouter";
import { vireo } from "../../api";
import { useAction } from "../../ui/action";
import { ActionMenu } from "../../ui/action-menu";
import { WebhookForm } from "./webhook-form";

/** Actions of a webhook. */
export function Actions({ webhook, onRotated }: { webhook: Webhook; onRotated(secret: string): void }) {
  const { webhookId: id, status } = webhook;
  const isEnabled = status === "enabled";
  const [, navigate] = useLocation();
  const [isEditing, setEditing] = useState(false);
  const stale = ["webhooks"] as const;
  const test = useAction(() => vireo.webhooks.test(id), { stale, done: "Test event sent" });
  const setStatus = useAction((next: Webhook["status"]) => vireo.webhooks.update(id, { status: next }), { stale });
  const rotate = useAction(async () => onRotated((await vireo.webhooks.rotateSecret(id)).secret), { stale });
  const remove = useAction(
    async () => {
      await vireo.webhooks.delete(id);
      navigate("/webhooks");
    },
    { stale, done: "Webhook deleted" },
  );
  return (
    <Group gap="sm">
      {isEnabled ? (
        <Button leftSection={<Send size={16} />} loading={test.isPending} onClick={() => test.mutate(undefined)}>
          Send test event
        </Button>
      ) : (
        <Button loading={setStatus.isPending} onClick={() => setStatus.mutate("enabled")}>
          Resume
        </Button>
      )}
      <ActionMenu
        label="More actions"
        variant="default"
        actions={[
          { label: "Edit", run: () => setEditing(true) },
          isEnabled && {
            label: "Pause",
            confirm: {
              title: "Pause this webhook?",
              text: "Pending deliveries are dropped. No events are sent until you resume it.",
              verb: "Pause",
              run: () => setStatus.mutateAsync("disabled"),
            },
          },
          {
            label: "Rotate secret",
            confirm: {
              title: "Rotate secret?",
              text: "Events are signed with both the old and the new secret for 24 hours.",
              verb: "Rotate secret",
              color: "vireo",
              run: () => rotate.mutateAsync(undefined),
            },
          },
          {
            label: "Delete",
            isDestructive: true,
            confirm: {
              title: "Delete this webhook?",
              text: "Its delivery log is deleted too. You can't undo this.",
              verb: "Delete",
              run: () => remove.mutateAsync(undefined),
            },
          },
        ]}
      />
      {isEditing && <WebhookForm webhook={webhook} close={() => setEditing(false)} />}
    </Group>
  );
}
