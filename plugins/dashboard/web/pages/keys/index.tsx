import { Button, Table } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { vireo } from "../../api";
import { Empty } from "../../ui/empty";
import { Failure } from "../../ui/failure";
import { Loading } from "../../ui/loading";
import { Page } from "../../ui/page";
import { Pager } from "../../ui/pager";
import { Secret } from "../../ui/secret";
import { Create } from "./create";
import { Row } from "./row";

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
      {secret && <Secret title="Your new key" value={secret} />}
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
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th visibleFrom="md">May do</Table.Th>
              <Table.Th visibleFrom="xs">Version</Table.Th>
              <Table.Th visibleFrom="sm">Last used</Table.Th>
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
      )}
      {data && <Pager pagination={data.pagination} onChange={setPage} />}
      <Create opened={creating} close={() => setCreating(false)} shown={setSecret} />
    </Page>
  );
}
