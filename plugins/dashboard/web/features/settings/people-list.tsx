import { Badge, Button, Group, List, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Person } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useCan, useMe } from "../../session";
import { useAction } from "../../ui/action";
import { ActionMenu } from "../../ui/action-menu";
import { DataTable } from "../../ui/data-table";
import { Dialog } from "../../ui/dialog";
import { Email } from "../../ui/email";
import { PagesView, usePages } from "../../ui/pages";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";
import { Time } from "../../ui/time";
import { useAccountNames } from "./queries";
import { isLower, listGivable, type Role, roles } from "./roles";
import { SessionRow } from "./session-row";

/** Shows the sessions of another person. For administrators. */
function PersonSessions({ person: { personId, name }, close }: { person: Person; close(): void }) {
  const query = useQuery({
    queryKey: keys.personSessions(personId),
    queryFn: () => vireo.people.signIn.sessions.list(personId, { pageSize: 100 }),
  });
  const options = { stale: ["people", "sessions", "me"], done: "Signed out" } as const;
  const signOut = useAction((sessionId: string) => vireo.people.signIn.sessions.delete(personId, sessionId), options);
  const signOutAll = useAction(() => vireo.people.signIn.sessions.clear(personId), options);
  return (
    <Dialog onClose={close} title={`Sessions of ${name}`} size="lg">
      <QueryView query={query} lines={2}>
        {({ sessions }) => (
          <Stack>
            {sessions.length === 0 && <Text size="sm">Not signed in anywhere.</Text>}
            {sessions.map((session) => (
              <SessionRow
                key={session.sessionId}
                session={session}
                isPending={signOut.isPending}
                signOut={(id) => signOut.mutate(id)}
              />
            ))}
            {sessions.length > 1 && (
              <Group>
                <Button variant="default" loading={signOutAll.isPending} onClick={() => signOutAll.mutate(undefined)}>
                  Sign out everywhere
                </Button>
              </Group>
            )}
          </Stack>
        )}
      </QueryView>
    </Dialog>
  );
}

/** Lists the API keys that stop working when a person is removed or gets a lower role. */
function RevokedKeys({ personId }: { personId: string }) {
  const getAccountName = useAccountNames();
  const { data } = useQuery({
    queryKey: keys.personKeys(personId),
    queryFn: () => vireo.people.created.keys.list(personId, { pageSize: 100 }),
    gcTime: 0,
  });
  if (!data) return null;
  const { total } = data.pagination;
  if (total === 0) return <Text size="sm">They have created no API keys.</Text>;
  return (
    <>
      <Text size="sm">{total === 1 ? "This API key stops" : `These ${total} API keys stop`} working immediately:</Text>
      <List size="sm">
        {data.keys.map(({ keyId, name, hint, accountId }) => (
          <List.Item key={keyId}>
            {name} ({hint}…, {getAccountName(accountId)})
          </List.Item>
        ))}
      </List>
    </>
  );
}

interface Props {
  action: ReactNode;
  showLink(link: { title: string; value: string }): void;
}

interface MenuProps {
  person: Person;
  showLink: Props["showLink"];
  showSessions(): void;
}

function PersonMenu({ person, showLink, showSessions }: MenuProps) {
  const { personId, name } = person;
  const me = useMe();
  const isAdmin = useCan("admin");
  const role = person.role as Role;
  const changeRole = useAction((role: Role) => vireo.people.update(personId, { role }), {
    stale: ["people", "me", "keys"],
    done: "Role changed",
  });
  const reset = useAction(async () => {
    const { link } = await vireo.people.password.reset(personId);
    showLink({ title: `Password reset link for ${name}`, value: link });
  });
  const removeTwoFactor = useAction(() => vireo.people.signIn.twoFactor.remove(personId), {
    stale: ["people", "sessions"],
    done: `${name} signs in without a code`,
  });
  const unlink = useAction(() => vireo.people.signIn.provider.unlink(personId), {
    stale: ["people", "sessions", "me"],
    done: `${name} unlinked`,
  });
  const remove = useAction(() => vireo.people.delete(personId), {
    stale: ["people", "keys"],
    done: `${name} removed`,
  });
  return (
    <ActionMenu
      label={`${name}: actions`}
      actions={[
        ...listGivable(me.role)
          .filter((other) => other !== role)
          .map((other) => {
            const label = `Make ${roles[other].label.toLowerCase()}`;
            if (!isLower(other, role)) return { label, run: () => changeRole.mutate(other) };
            const text = (
              <>
                {roles[other].label}: {roles[other].description.toLowerCase()}.
                <RevokedKeys personId={personId} />
              </>
            );
            const run = () => changeRole.mutateAsync(other);
            return { label, confirm: { title: `Change the role of ${name}?`, text, verb: label, run } };
          }),
        isAdmin && { label: "Show sessions", run: showSessions },
        isAdmin &&
          person.signIn.twoFactor && {
            label: "Turn off two-factor authentication",
            confirm: {
              title: `Turn off two-factor authentication of ${name}?`,
              text: "For somebody who has lost the authenticator app and the recovery codes. Make sure that it is them.",
              verb: "Turn off",
              run: () => removeTwoFactor.mutateAsync(undefined),
            },
          },
        isAdmin &&
          person.signIn.oidc && {
            label: "Unlink from sign-in provider",
            confirm: {
              title: `Unlink ${name} from the sign-in provider?`,
              text: "They are signed out. Whoever signs in there with their verified email address next becomes them.",
              verb: "Unlink",
              run: () => unlink.mutateAsync(undefined),
            },
          },
        isAdmin && { label: "Create password reset link", run: () => reset.mutate(undefined) },
        {
          label: "Remove",
          isDestructive: true,
          confirm: {
            title: `Remove ${name}?`,
            text: (
              <>
                {isAdmin ? "They are signed out immediately. " : "They lose access to this workspace immediately. "}
                Their content stays in the workspace.
                <RevokedKeys personId={personId} />
              </>
            ),
            verb: "Remove",
            run: () => remove.mutateAsync(undefined),
          },
        },
      ]}
    />
  );
}

export function PeopleList({ action, showLink }: Props) {
  const me = useMe();
  const isAdmin = useCan("admin");
  const [shown, setShown] = useState<Person>();
  const pages = usePages(keys.people, async (page) => vireo.people.list({ page }));
  return (
    <Panel title="People" action={action}>
      <PagesView pages={pages}>
        {({ people }) => (
          <DataTable
            columns={[
              {
                title: "Name",
                cell: ({ personId, name, email, signIn }) => (
                  <>
                    <Group gap="xs">
                      <Text size="sm" fw={600}>
                        {name}
                      </Text>
                      {personId === me.personId && <Badge>You</Badge>}
                      {signIn.twoFactor && <Badge color="green">2FA</Badge>}
                    </Group>
                    <Text size="xs" c="dimmed">
                      <Email address={email} />
                    </Text>
                  </>
                ),
              },
              { title: "Role", cell: ({ role }) => roles[role as Role].label },
              ...(isAdmin
                ? [
                    {
                      title: "Workspaces",
                      from: "sm" as const,
                      cell: ({ workspaces }: Person) => workspaces.map(({ name }) => name).join(", "),
                    },
                  ]
                : []),
              { title: "Joined", from: "sm", cell: ({ createdAt }) => <Time at={createdAt} as="relative" /> },
              {
                title: "",
                cell: (person) => (
                  <PersonMenu person={person} showLink={showLink} showSessions={() => setShown(person)} />
                ),
              },
            ]}
            rows={people}
            getKey={({ personId }) => personId}
          />
        )}
      </PagesView>
      {shown && <PersonSessions person={shown} close={() => setShown(undefined)} />}
    </Panel>
  );
}
