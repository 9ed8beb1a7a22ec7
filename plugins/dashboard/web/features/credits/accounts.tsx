import { Badge, Button, Group, Text } from "@mantine/core";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Account } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useMe } from "../../session";
import { type Column, DataTable } from "../../ui/data-table";
import { PagesView, usePages } from "../../ui/pages";
import { Panel } from "../../ui/panel";
import { Time } from "../../ui/time";
import { Grant } from "./grant";
import { NewAccount } from "./new-account";

/** Lists all workspaces with their credits. For administrators. */
export function Accounts() {
  const me = useMe();
  const [isCreating, setCreating] = useState(false);
  const [grantee, setGrantee] = useState<Account>();
  const pages = usePages(keys.accounts, async (page) => vireo.accounts.list({ page }));
  const create = (
    <Button size="xs" variant="default" leftSection={<Plus size={14} />} onClick={() => setCreating(true)}>
      New workspace
    </Button>
  );
  const columns: readonly Column<Account>[] = [
    {
      title: "Name",
      cell: ({ accountId, name }) => (
        <>
          <Group gap="xs">
            <Text size="sm" fw={600}>
              {name}
            </Text>
            {accountId === me.account.accountId && <Badge>Yours</Badge>}
          </Group>
          <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: "anywhere" }}>
            {accountId}
          </Text>
        </>
      ),
    },
    { title: "Credits", end: true, cell: ({ balance }) => balance.toLocaleString() },
    { title: "Created", from: "sm", cell: ({ createdAt }) => <Time at={createdAt} as="relative" /> },
    {
      title: "",
      cell: (account) => (
        <Button
          size="xs"
          variant="subtle"
          aria-label={`Grant credits to ${account.name}`}
          onClick={() => setGrantee(account)}
        >
          Grant credits
        </Button>
      ),
    },
  ];
  return (
    <Panel title="Workspaces" action={create}>
      <Text size="sm" c="dimmed">
        Each workspace has its own keys, media and posts, invisible to other workspaces.
      </Text>
      <PagesView pages={pages}>
        {({ accounts }) => <DataTable columns={columns} rows={accounts} getKey={({ accountId }) => accountId} />}
      </PagesView>
      {grantee && <Grant account={grantee} close={() => setGrantee(undefined)} />}
      {isCreating && <NewAccount close={() => setCreating(false)} />}
    </Panel>
  );
}
