import { Button, Table } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { Empty } from "../../ui/empty";
import { Page } from "../../ui/page";
import { Pager } from "../../ui/pager";
import { QueryView } from "../../ui/query-view";
import { Secret } from "../../ui/secret";
import { TableHead } from "../../ui/table-head";
import { CreateKey } from "./create";
import { Row } from "./row";

export default function KeysPage() {
  const [page, setPage] = useState(1);
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string>();
  const query = useQuery({ queryKey: keys.apiKeys(page), queryFn: () => vireo.keys.list({ page }) });
  const create = (
    <Button leftSection={<Plus size={16} />} onClick={() => setCreating(true)}>
      New key
    </Button>
  );
  return (
    <Page title="API keys" text="Keys for your applications" actions={create}>
      {secret && (
        <Secret
          title="Your new API key"
          value={secret}
          text="You won't see this key again. Store it in a password manager."
        />
      )}
      <QueryView query={query}>
        {({ keys: rows, pagination }) =>
          rows.length === 0 ? (
            <Empty
              icon={KeyRound}
              title="No API keys yet"
              text="Use a separate key for each application, so you can revoke them one by one."
            >
              {create}
            </Empty>
          ) : (
            <>
              <Table>
                <TableHead
                  columns={[
                    "Name",
                    { title: "Scopes", from: "md" },
                    { title: "API version", from: "xs" },
                    { title: "Last used", from: "sm" },
                    { title: "Expires", from: "sm" },
                    "",
                  ]}
                />
                <Table.Tbody>
                  {rows.map((row) => (
                    <Row key={row.keyId} row={row} onRotated={setSecret} />
                  ))}
                </Table.Tbody>
              </Table>
              <Pager pagination={pagination} onChange={setPage} />
            </>
          )
        }
      </QueryView>
      {isCreating && <CreateKey close={() => setCreating(false)} onCreated={setSecret} />}
    </Page>
  );
}
