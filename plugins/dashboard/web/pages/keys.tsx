import { ActionIcon, Button, Menu, Modal, MultiSelect, Select, Stack, Table, Text, TextInput } from "@mantine/core";
import { DateTimePicker } from "@mantine/dates";
import "@mantine/dates/styles.css";
import { useQuery } from "@tanstack/react-query";
import { EllipsisVertical, KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import type { CreateKeyRequest, Key } from "#client/index";
import { vireo } from "../api";
import { useMe } from "../session";
import { useAct } from "../ui/act";
import { Confirm } from "../ui/confirm";
import { Empty } from "../ui/empty";
import { Failure } from "../ui/failure";
import { Loading } from "../ui/loading";
import { Page } from "../ui/page";
import { Pager } from "../ui/pager";
import { ShownOnce } from "../ui/shown-once";
import { When } from "../ui/when";

const groups = ["media:*", "content:*", "social:*", "research:*"];

function Create({ opened, close, shown }: { opened: boolean; close(): void; shown(key: string): void }) {
  const { scopes } = useMe();
  const { data } = useQuery({ queryKey: ["versions"], queryFn: () => vireo.versions.list(), staleTime: 3_600_000 });
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<string[]>([]);
  const [version, setVersion] = useState<string | null>(null);
  const [expires, setExpires] = useState<string | null>(null);
  const create = useAct(
    async () => {
      const { key } = await vireo.keys.create({
        name,
        ...(chosen.length ? { scopes: chosen as NonNullable<CreateKeyRequest["scopes"]> } : {}),
        ...(version ? { apiVersion: version as NonNullable<CreateKeyRequest["apiVersion"]> } : {}),
        ...(expires ? { expiresAt: new Date(expires).getTime() } : {}),
      });
      close();
      setName("");
      setChosen([]);
      shown(key);
    },
    { changes: ["keys"] },
  );
  return (
    <Modal opened={opened} onClose={close} title="New key">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate(undefined);
        }}
      >
        <Stack>
          <TextInput
            label="Name"
            description="Where it is used, such as “blog” or “ci”."
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={200}
            required
            data-autofocus
          />
          <MultiSelect
            label="May do"
            description="Nothing chosen: everything but administer."
            data={[...groups, ...scopes]}
            value={chosen}
            onChange={setChosen}
            searchable
            clearable
          />
          <Select
            label="API version"
            description="Pinned: answers keep this shape. Not pinned: the newest."
            data={data?.versions.map((one) => one.version) ?? []}
            value={version}
            onChange={setVersion}
            clearable
          />
          <DateTimePicker
            label="Expires"
            description="Nothing chosen: never."
            minDate={new Date()}
            value={expires}
            onChange={setExpires}
            clearable
          />
          <Button type="submit" loading={create.isPending}>
            Make the key
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}

function Row({ row, shown }: { row: Key; shown(key: string): void }) {
  const rotate = async () => shown((await vireo.keys.rotate(row.keyId)).key);
  const change = useAct((run: () => Promise<unknown>) => run(), { changes: ["keys"] });
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={600}>{row.name}</Text>
        <Text size="xs" c="dimmed" ff="monospace">
          {row.hint}…
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Text size="sm" lineClamp={2}>
          {row.scopes.join(", ")}
        </Text>
      </Table.Td>
      <Table.Td>{row.apiVersion ?? "newest"}</Table.Td>
      <Table.Td>{row.lastUsedAt ? <When at={row.lastUsedAt} as="relative" /> : "never"}</Table.Td>
      <Table.Td visibleFrom="sm">{row.expiresAt ? <When at={row.expiresAt} /> : "never"}</Table.Td>
      <Table.Td ta="right">
        <Confirm
          title={`Rotate “${row.name}”?`}
          text="You get a new secret. The old one stops working at once, wherever it is used."
          verb="Rotate"
          run={() => change.mutateAsync(rotate)}
        >
          {(askRotate) => (
            <Confirm
              title={`Revoke “${row.name}”?`}
              text="It stops working at once, wherever it is used. This cannot be undone."
              verb="Revoke"
              run={() => change.mutateAsync(() => vireo.keys.delete(row.keyId))}
            >
              {(askRevoke) => (
                <Menu position="bottom-end">
                  <Menu.Target>
                    <ActionIcon variant="subtle" color="gray" aria-label={`${row.name}: actions`}>
                      <EllipsisVertical size={18} />
                    </ActionIcon>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Item onClick={askRotate}>Rotate</Menu.Item>
                    <Menu.Item color="red" onClick={askRevoke}>
                      Revoke
                    </Menu.Item>
                  </Menu.Dropdown>
                </Menu>
              )}
            </Confirm>
          )}
        </Confirm>
      </Table.Td>
    </Table.Tr>
  );
}

export default function KeysPage() {
  const [page, setPage] = useState(1);
  const [creating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string>();
  const { data, error, refetch } = useQuery({ queryKey: ["keys", page], queryFn: () => vireo.keys.list({ page }) });
  const create = (
    <Button leftSection={<Plus size={16} />} onClick={() => setCreating(true)}>
      New key
    </Button>
  );
  return (
    <Page title="Keys" text="Programs call the API with a key." actions={create}>
      {secret && <ShownOnce title="Your new key" value={secret} />}
      {error && <Failure error={error} retry={refetch} />}
      {!data && !error && <Loading />}
      {data?.keys.length === 0 && (
        <Empty
          icon={KeyRound}
          title="No keys yet"
          text="Make one for each program, so that each can be revoked by itself."
        >
          {create}
        </Empty>
      )}
      {data && data.keys.length > 0 && (
        <Table.ScrollContainer minWidth={480}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Name</Table.Th>
                <Table.Th visibleFrom="md">May do</Table.Th>
                <Table.Th>Version</Table.Th>
                <Table.Th>Last used</Table.Th>
                <Table.Th visibleFrom="sm">Expires</Table.Th>
                <Table.Th aria-label="Actions" />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.keys.map((row) => (
                <Row key={row.keyId} row={row} shown={setSecret} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {data && <Pager pagination={data.pagination} onChange={setPage} />}
      <Create opened={creating} close={() => setCreating(false)} shown={setSecret} />
    </Page>
  );
}
