import { Alert, Stack, Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";

interface Change {
  kind: string;
  enabled: boolean;
}

/** Tells administrators how to set up email, and others whom to ask. */
const NoEmail = () => (
  <Alert color="orange" icon={<Mail />} title="Email isn't set up yet">
    {useCan("admin")
      ? "Add a mail server and a sender to the server's configuration, then restart the server."
      : "Ask an administrator to set it up."}
  </Alert>
);

/** Turns email notifications of the signed-in person on and off. */
export function Notifications() {
  const query = useQuery({ queryKey: keys.notifications, queryFn: () => vireo.notifications.get("me") });
  const change = useAction((body: Change) => vireo.notifications.update("me", body as never), {
    stale: ["notifications"],
    done: "Saved",
  });
  return (
    <Panel title="Email notifications">
      <QueryView query={query} lines={4}>
        {({ configured, email, notifications }) => (
          <Stack>
            {configured ? (
              <Text size="sm" c="dimmed">
                Sent to {email}, at most once an hour for each.
              </Text>
            ) : (
              <NoEmail />
            )}
            {notifications.map(({ kind, title, description, enabled }) => (
              <Switch
                key={kind}
                label={title}
                description={description}
                checked={enabled}
                disabled={!configured || change.isPending}
                onChange={(event) => change.mutate({ kind, enabled: event.currentTarget.checked })}
              />
            ))}
          </Stack>
        )}
      </QueryView>
    </Panel>
  );
}
