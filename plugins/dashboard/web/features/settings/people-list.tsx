import { Badge, Group, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Person } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useCan, useMe } from "../../session";
import { useAction } from "../../ui/action";
import { ActionMenu } from "../../ui/action-menu";
import { DataTable } from "../../ui/data-table";
import { Email } from "../../ui/email";
import { PagesView, usePages } from "../../ui/pages";
import { Panel } from "../../ui/panel";
import { Time } from "../../ui/time";
import { PersonSessions } from "./person-sessions";
import { RevokedKeys } from "./revoked-keys";
import { isLower, listGivable, type Role, roles } from "./roles";

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
