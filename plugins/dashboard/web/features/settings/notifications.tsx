import { Stack, Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useAction } from "../../ui/action";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";

interface Change {
  kind: string;
  enabled: boolean;
}

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
            <Text size="sm" c="dimmed">
              {configured
                ? `Sent to ${email}, at most once an hour for each.`
                : "This server sends no email. An administrator can set it up with SMTP_URL and MAIL_FROM."}
            </Text>
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
