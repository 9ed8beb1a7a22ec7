import { Button, Table, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { vireo } from "../../api";
import { useAction } from "../../ui/action";
import { Failure } from "../../ui/failure";
import { Pager } from "../../ui/pager";
import { Panel } from "../../ui/panel";
import { Time } from "../../ui/time";

/** Invitations that nobody has taken up yet. */
export function Invitations() {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ["people", "invitations", page],
    queryFn: () => vireo.people.invitations.list({ page }),
    placeholderData: keepPreviousData,
  });
  const withdraw = useAction((id: string) => vireo.people.invitations.delete(id), { changes: ["people"] });
  if (error) return <Failure error={error} retry={refetch} />;
  if (!data || data.pagination.total === 0) return null;
  return (
    <Panel title="Open invitations">
      <Text size="sm" c="dimmed">
        A lost link cannot be shown again: invite the same address once more, and the old link stops working.
      </Text>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>E-mail</Table.Th>
            <Table.Th>Role</Table.Th>
            <Table.Th visibleFrom="sm">Works until</Table.Th>
            <Table.Th aria-label="Actions" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.invitations.map(({ invitationId, email, role, expiresAt }) => (
            <Table.Tr key={invitationId}>
              <Table.Td style={{ overflowWrap: "anywhere" }}>{email}</Table.Td>
              <Table.Td>{role}</Table.Td>
              <Table.Td visibleFrom="sm">
                <Time at={expiresAt} />
              </Table.Td>
              <Table.Td ta="right">
                <Button
                  size="xs"
                  variant="subtle"
                  color="red"
                  aria-label={`Withdraw the invitation for ${email}`}
                  disabled={withdraw.isPending}
                  onClick={() => withdraw.mutate(invitationId)}
                >
                  Withdraw
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Pager pagination={data.pagination} onChange={setPage} />
    </Panel>
  );
}
