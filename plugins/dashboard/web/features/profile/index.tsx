import { Alert, Button, Group, PasswordInput, Stack, Switch, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { auth, vireo } from "../../api";
import { keys } from "../../query-keys";
import { useCan, useMe } from "../../session";
import { useAction } from "../../ui/action";
import { useSubmit } from "../../ui/form";
import { NewPassword } from "../../ui/new-password";
import { Page } from "../../ui/page";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";
import { methodsQuery } from "../settings/queries";
import { roles } from "../settings/roles";
import { type Session, SessionRow } from "../settings/session-row";
import { TwoFactor } from "./two-factor";

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
function Notifications() {
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

function Password() {
  const { email } = useMe();
  const form = useForm({ initialValues: { currentPassword: "", newPassword: "" } });
  const change = useSubmit(
    form,
    async (values) => {
      await auth("POST", "/password", values);
      form.reset();
    },
    { stale: ["me", "sessions"], done: "Password changed. All other sessions were signed out." },
  );
  return (
    <Panel title="Change password">
      <form noValidate onSubmit={change.onSubmit}>
        <Stack maw={420}>
          {/* Tells password managers which account this is. */}
          <input type="hidden" name="email" autoComplete="username" value={email} />
          <PasswordInput
            name="current"
            label="Current password"
            autoComplete="current-password"
            {...form.getInputProps("currentPassword")}
            required
          />
          <NewPassword name="next" label="New password" {...form.getInputProps("newPassword")} />
          <Group>
            <Button type="submit" loading={change.isPending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

function Sessions() {
  const query = useQuery({
    queryKey: keys.sessions,
    queryFn: () => auth<{ sessions: Session[] }>("GET", "/sessions"),
  });
  const signOut = useAction((path: string) => auth("DELETE", `/sessions${path}`), {
    stale: ["sessions"],
    done: "Signed out",
  });
  const signOutOthers = (query.data?.sessions.length ?? 0) > 1 && (
    <Button size="xs" variant="default" loading={signOut.isPending} onClick={() => signOut.mutate("")}>
      Sign out all others
    </Button>
  );
  return (
    <Panel title="Sessions" action={signOutOthers}>
      <QueryView query={query} lines={2}>
        {({ sessions }) =>
          sessions.map((session) => (
            <SessionRow
              key={session.sessionId}
              session={session}
              isPending={signOut.isPending}
              signOut={(id) => signOut.mutate(`/${id}`)}
            />
          ))
        }
      </QueryView>
    </Panel>
  );
}

/** What belongs to the signed-in person in every workspace. */
export default function ProfilePage() {
  const { name, email, role, account } = useMe();
  const { data: methods } = useQuery(methodsQuery);
  return (
    <Page title="Profile" text="Your account, the same in every workspace">
      <Stack gap="lg" maw={800}>
        <Panel title={name}>
          <Text size="sm">{email}</Text>
          <Text size="sm" c="dimmed">
            {roles[role].label}, {account.name}
          </Text>
        </Panel>
        <Notifications />
        {methods?.password !== false && <Password />}
        <TwoFactor />
        <Sessions />
      </Stack>
    </Page>
  );
}
