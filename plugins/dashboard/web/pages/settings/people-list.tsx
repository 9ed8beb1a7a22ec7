import { ActionIcon, Badge, Group, Menu, Skeleton, Table, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { EllipsisVertical } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Person } from "vireo/client";
import { vireo } from "../../api";
import { useMe } from "../../session";
import { useAction } from "../../ui/action";
import { Confirm } from "../../ui/confirm";
import { Failure } from "../../ui/failure";
import { Pager } from "../../ui/pager";
import { Panel } from "../../ui/panel";
import { Time } from "../../ui/time";
import { useAccountNames } from "./use-accounts";

interface Props {
  action: ReactNode;
  shown(link: { title: string; value: string }): void;
}

function Row({ person, account, shown }: { person: Person; account: string | undefined; shown: Props["shown"] }) {
  const { personId, name, email, role, createdAt } = person;
  const me = useMe();
  const changeRole = useAction((next: "admin" | "member") => vireo.people.update(personId, { role: next }), {
    changes: ["people", "me"],
  });
  const reset = useAction(async () => {
    const { link } = await vireo.people.password.reset(personId);
    shown({ title: `A link for ${name} to set a new password`, value: link });
  });
  const remove = useAction(() => vireo.people.delete(personId), { changes: ["people"], done: `${name} is removed.` });
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {name}
          </Text>
          {personId === me.personId && (
            <Badge variant="light" tt="none" autoContrast={false}>
              you
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {email}
        </Text>
      </Table.Td>
      <Table.Td>{role}</Table.Td>
      <Table.Td visibleFrom="sm">{account}</Table.Td>
      <Table.Td visibleFrom="sm">
        <Time at={createdAt} as="relative" />
      </Table.Td>
      <Table.Td ta="right">
        <Confirm
          title={`Remove ${name}?`}
          text="Their sessions end at once. What they made stays in the account."
          verb="Remove"
          run={() => remove.mutateAsync(undefined)}
        >
          {(askRemove) => (
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon variant="subtle" color="gray" aria-label={`${name}: actions`}>
                  <EllipsisVertical size={18} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => changeRole.mutate(role === "admin" ? "member" : "admin")}>
                  {role === "admin" ? "Make a member" : "Make an administrator"}
                </Menu.Item>
                <Menu.Item onClick={() => reset.mutate(undefined)}>Link for a new password</Menu.Item>
                <Menu.Item color="red" onClick={askRemove}>
                  Remove
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </Confirm>
      </Table.Td>
    </Table.Tr>
  );
}

export function PeopleList({ action, shown }: Props) {
  const [page, setPage] = useState(1);
  const nameOf = useAccountNames();
  const { data, error, refetch } = useQuery({
    queryKey: ["people", page],
    queryFn: () => vireo.people.list({ page }),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel title="People" action={action}>
      <Text size="sm" c="dimmed">
        Members may do what a key of their account may. Administrators may do everything, in every account.
      </Text>
      {error && <Failure error={error} retry={refetch} />}
      {!data && !error && <Skeleton h={120} />}
      {data && (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Role</Table.Th>
              <Table.Th visibleFrom="sm">Account</Table.Th>
              <Table.Th visibleFrom="sm">Joined</Table.Th>
              <Table.Th aria-label="Actions" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.people.map((person) => (
              <Row key={person.personId} person={person} account={nameOf(person.accountId)} shown={shown} />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {data && <Pager pagination={data.pagination} onChange={setPage} />}
    </Panel>
  );
}
