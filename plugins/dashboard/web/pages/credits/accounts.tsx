import { Badge, Button, Group, Table, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Account } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useMe } from "../../session";
import { Pager } from "../../ui/pager";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";
import { TableHead } from "../../ui/table-head";
import { Time } from "../../ui/time";
import { Grant } from "./grant";
import { NewAccount } from "./new-account";

function Row({ account, grant }: { account: Account; grant(): void }) {
  const me = useMe();
  const { accountId, name, balance, createdAt } = account;
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {name}
          </Text>
          {accountId === me.account.accountId && <Badge>Yours</Badge>}
        </Group>
        <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: "anywhere" }}>
          {accountId}
        </Text>
      </Table.Td>
      <Table.Td ta="right">{balance.toLocaleString()}</Table.Td>
      <Table.Td visibleFrom="sm">
        <Time at={createdAt} as="relative" />
      </Table.Td>
      <Table.Td ta="right">
        <Button size="xs" variant="subtle" aria-label={`Grant credits to ${name}`} onClick={grant}>
          Grant credits
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

/** All accounts of the server. For administrators. */
export function Accounts() {
  const [page, setPage] = useState(1);
  const [isCreating, setCreating] = useState(false);
  const [grantee, setGrantee] = useState<Account>();
  const query = useQuery({
    queryKey: keys.accounts(page),
    queryFn: () => vireo.accounts.list({ page }),
    placeholderData: keepPreviousData,
  });
  const create = (
    <Button size="xs" variant="default" leftSection={<Plus size={14} />} onClick={() => setCreating(true)}>
      New account
    </Button>
  );
  return (
    <Panel title="Accounts" action={create}>
      <Text size="sm" c="dimmed">
        Each account has its own keys, media and posts, invisible to other accounts.
      </Text>
      <QueryView query={query}>
        {({ accounts, pagination }) => (
          <>
            <Table>
              <TableHead columns={["Name", { title: "Credits", end: true }, { title: "Created", from: "sm" }, ""]} />
              <Table.Tbody>
                {accounts.map((account) => (
                  <Row key={account.accountId} account={account} grant={() => setGrantee(account)} />
                ))}
              </Table.Tbody>
            </Table>
            <Pager pagination={pagination} onChange={setPage} />
          </>
        )}
      </QueryView>
      {grantee && <Grant account={grantee} close={() => setGrantee(undefined)} />}
      {isCreating && <NewAccount close={() => setCreating(false)} />}
    </Panel>
  );
}
