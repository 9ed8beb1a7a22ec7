import { Button, Table, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useAction } from "../../ui/action";
import { Pager } from "../../ui/pager";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";
import { toLabel } from "../../ui/status";
import { TableHead } from "../../ui/table-head";
import { Time } from "../../ui/time";

/** Pending invitations. */
export function Invitations() {
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: keys.invitations(page),
    queryFn: () => vireo.people.invitations.list({ page }),
    placeholderData: keepPreviousData,
  });
  const revoke = useAction((id: string) => vireo.people.invitations.delete(id), {
    stale: ["people"],
    done: "Invitation revoked",
  });
  if (!query.error && !query.data?.pagination.total) return null;
  return (
    <Panel title="Pending invitations">
      <Text size="sm" c="dimmed">
        Lost a link? Invite the same email again. The old link stops working.
      </Text>
      <QueryView query={query}>
        {({ invitations, pagination }) => (
          <>
            <Table>
              <TableHead columns={["Email", "Role", { title: "Expires", from: "sm" }, ""]} />
              <Table.Tbody>
                {invitations.map(({ invitationId, email, role, expiresAt }) => (
                  <Table.Tr key={invitationId}>
                    <Table.Td style={{ overflowWrap: "anywhere" }}>{email}</Table.Td>
                    <Table.Td>{toLabel(role)}</Table.Td>
                    <Table.Td visibleFrom="sm">
                      <Time at={expiresAt} />
                    </Table.Td>
                    <Table.Td ta="right">
                      <Button
                        size="xs"
                        variant="subtle"
                        color="red"
                        aria-label={`Revoke invitation for ${email}`}
                        disabled={revoke.isPending}
                        onClick={() => revoke.mutate(invitationId)}
                      >
                        Revoke
                      </Button>
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
