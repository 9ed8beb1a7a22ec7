import { Badge, Group, Table, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Person } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useMe } from "../../session";
import { useAction } from "../../ui/action";
import { ActionMenu } from "../../ui/action-menu";
import { Pager } from "../../ui/pager";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";
import { toLabel } from "../../ui/status";
import { TableHead } from "../../ui/table-head";
import { Time } from "../../ui/time";
import { RevokedKeys } from "./revoked-keys";
import { useAccountNames } from "./use-accounts";

interface Props {
  action: ReactNode;
  showLink(link: { title: string; value: string }): void;
}

function PersonMenu({ person, showLink }: { person: Person; showLink: Props["showLink"] }) {
  const { personId, name, role } = person;
  const changeRole = useAction((role: "admin" | "member") => vireo.people.update(personId, { role }), {
    stale: ["people", "me", "keys"],
    done: "Role changed",
  });
  const reset = useAction(async () => {
    const { link } = await vireo.people.password.reset(personId);
    showLink({ title: `Password reset link for ${name}`, value: link });
  });
  const remove = useAction(() => vireo.people.delete(personId), {
    stale: ["people", "keys"],
    done: `${name} removed`,
  });
  return (
    <ActionMenu
      label={`${name}: actions`}
      actions={[
        role === "admin"
          ? {
              label: "Make member",
              confirm: {
                title: `Make ${name} a member?`,
                text: (
                  <>
                    They lose access to administration and to other accounts.
                    <RevokedKeys personId={personId} />
                  </>
                ),
                verb: "Make member",
                run: () => changeRole.mutateAsync("member"),
              },
            }
          : { label: "Make administrator", run: () => changeRole.mutate("admin") },
        { label: "Create password reset link", run: () => reset.mutate(undefined) },
        {
          label: "Remove",
          isDestructive: true,
          confirm: {
            title: `Remove ${name}?`,
            text: (
              <>
                They are signed out immediately. Their content stays in the account.
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
  const [page, setPage] = useState(1);
  const getAccountName = useAccountNames();
  const query = useQuery({
    queryKey: keys.people(page),
    queryFn: () => vireo.people.list({ page }),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel title="People" action={action}>
      <QueryView query={query}>
        {({ people, pagination }) => (
          <>
            <Table>
              <TableHead
                columns={["Name", "Role", { title: "Account", from: "sm" }, { title: "Joined", from: "sm" }, ""]}
              />
              <Table.Tbody>
                {people.map((person) => (
                  <Table.Tr key={person.personId}>
                    <Table.Td>
                      <Group gap="xs">
                        <Text size="sm" fw={600}>
                          {person.name}
                        </Text>
                        {person.personId === me.personId && <Badge>You</Badge>}
                      </Group>
                      <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                        {person.email}
                      </Text>
                    </Table.Td>
                    <Table.Td>{toLabel(person.role)}</Table.Td>
                    <Table.Td visibleFrom="sm">{getAccountName(person.accountId)}</Table.Td>
                    <Table.Td visibleFrom="sm">
                      <Time at={person.createdAt} as="relative" />
                    </Table.Td>
                    <Table.Td ta="right">
                      <PersonMenu person={person} showLink={showLink} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
            <Pager pagination={pagination} onChange={setPage} />
          </>
        )}
      </QueryView>
    </Panel>
  );
}
