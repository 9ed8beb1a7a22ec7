import { ActionIcon, Button, Group, Menu } from "@mantine/core";
import { EllipsisVertical, Send } from "lucide-react";
import { useState } from "react";
import type { Webhook } from "vireo/client";
import { useLocation } from "wouter";
import { vireo } from "../../api";
import { useAction } from "../../ui/action";
import { Confirm } from "../../ui/confirm";
import { WebhookForm } from "./webhook-form";

/** What can be done with one webhook. */
export function Actions({ webhook, shown }: { webhook: Webhook; shown(secret: string): void }) {
  const { webhookId: id, status } = webhook;
  const [, navigate] = useLocation();
  const [changing, setChanging] = useState(false);
  const test = useAction(() => vireo.webhooks.test(id), {
    changes: ["webhooks"],
    done: "A test message is on its way.",
  });
  const enable = useAction((next: Webhook["status"]) => vireo.webhooks.update(id, { status: next }), {
    changes: ["webhooks"],
  });
  const rotate = useAction(async () => shown((await vireo.webhooks.rotateSecret(id)).secret), {
    changes: ["webhooks"],
  });
  const remove = useAction(
    async () => {
      await vireo.webhooks.delete(id);
      navigate("/webhooks");
    },
    { changes: ["webhooks"] },
  );
  const on = status === "enabled";
  return (
    <Group gap="sm">
      {on ? (
        <Button
          leftSection={<Send size={16} aria-hidden />}
          loading={test.isPending}
          onClick={() => test.mutate(undefined)}
        >
          Send a test
        </Button>
      ) : (
        <Button loading={enable.isPending} onClick={() => enable.mutate("enabled")}>
          Resume
        </Button>
      )}
      <Confirm
        title="Pause this webhook?"
        text="What waits to be delivered is given up, and nothing more is sent until you resume it."
        verb="Pause"
        run={() => enable.mutateAsync("disabled")}
      >
        {(askPause) => (
          <Confirm
            title="Give it a new secret?"
            text="You see it once. For a day messages are signed with the old one, too: time to change it where they arrive."
            verb="New secret"
            run={() => rotate.mutateAsync(undefined)}
          >
            {(askRotate) => (
              <Confirm
                title="Delete this webhook?"
                text="Its log goes with it. This cannot be undone."
                verb="Delete"
                run={() => remove.mutateAsync(undefined)}
              >
                {(askDelete) => (
                  <Menu position="bottom-end">
                    <Menu.Target>
                      <ActionIcon variant="default" size="lg" aria-label="More actions">
                        <EllipsisVertical size={18} />
                      </ActionIcon>
                    </Menu.Target>
                    <Menu.Dropdown>
                      <Menu.Item onClick={() => setChanging(true)}>Change</Menu.Item>
                      {on && <Menu.Item onClick={askPause}>Pause</Menu.Item>}
                      <Menu.Item onClick={askRotate}>New secret</Menu.Item>
                      <Menu.Item color="red" onClick={askDelete}>
                        Delete
                      </Menu.Item>
                    </Menu.Dropdown>
                  </Menu>
                )}
              </Confirm>
            )}
          </Confirm>
        )}
      </Confirm>
      {changing && <WebhookForm webhook={webhook} close={() => setChanging(false)} />}
    </Group>
  );
}
