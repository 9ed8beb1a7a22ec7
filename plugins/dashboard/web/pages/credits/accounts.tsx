import { Badge, Button, Group, Skeleton, Table, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Account } from "vireo/client";
import { vireo } from "../../api";
import { useMe } from "../../session";
import { Failure } from "../../ui/failure";
import { Pager } from "../../ui/pager";
import { Panel } from "../../ui/panel";
import { Time } from "../../ui/time";
import { Grant } from "./grant";
import { NewAccount } from "./new-account";

/** For administrators: everybody's balances. */
export function Accounts() {
  const me = useMe();
  const [page, setPage] = useState(1);
  const [making, setMaking] = useState(false);
  const [grantee, setGrantee] = useState<Account>();
  const { data, error, refetch } = useQuery({
    queryKey: ["credits", "accounts", page],
    queryFn: () => vireo.accounts.list({ page }),
    placeholderData: keepPreviousData,
  });
  const make = (
    <Button size="xs" variant="default" leftSection={<Plus size={14} aria-hidden />} onClick={() => setMaking(true)}>
      New account
    </Button>
  );
  return (
    <Panel title="Accounts" action={make}>
      <Text size="sm" c="dimmed">
        An account owns its keys, media and posts. Nobody sees what is another's.
      </Text>
      {error && <Failure error={error} retry={refetch} />}
      {!data && !error && <Skeleton h={160} />}
      {data && (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th ta="right">Credits</Table.Th>
              <Table.Th visibleFrom="sm">Made</Table.Th>
              <Table.Th aria-label="Actions" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.accounts.map((account) => (
              <Table.Tr key={account.accountId}>
                <Table.Td>
                  <Group gap="xs">
                    <Text size="sm" fw={600}>
                      {account.name}
                    </Text>
                    {account.accountId === me.account.accountId && (
                      <Badge variant="light" tt="none" autoContrast={false}>
                        yours
                      </Badge>
                    )}
                  </Group>
                  <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: "anywhere" }}>
                    {account.accountId}
                  </Text>
                </Table.Td>
                <Table.Td ta="right">{account.balance.toLocaleString()}</Table.Td>
                <Table.Td visibleFrom="sm">
                  <Time at={account.createdAt} as="relative" />
                </Table.Td>
                <Table.Td ta="right">
                  <Button
                    size="xs"
                    variant="subtle"
                    aria-label={`Grant credits to ${account.name}`}
                    onClick={() => setGrantee(account)}
                  >
                    Grant
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {data && <Pager pagination={data.pagination} onChange={setPage} />}
      {grantee && <Grant account={grantee} close={() => setGrantee(undefined)} />}
      {making && <NewAccount close={() => setMaking(false)} />}
    </Panel>
  );
}
