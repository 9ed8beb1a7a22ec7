import { Button, Text } from "@mantine/core";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import type { Key } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useCan, useMe } from "../../session";
import { useAction } from "../../ui/action";
import { ActionMenu } from "../../ui/action-menu";
import { type Column, DataTable } from "../../ui/data-table";
import { useDialogParam } from "../../ui/dialog-param";
import { Empty } from "../../ui/empty";
import { Page } from "../../ui/page";
import { PagesView, usePages } from "../../ui/pages";
import { Secret } from "../../ui/secret";
import { Time } from "../../ui/time";
import { CreateKey, UNRESTRICTED } from "./create";

function KeyActions({ apiKey, onRotated }: { apiKey: Key; onRotated(key: string): void }) {
  const { keyId, name, scopes } = apiKey;
  const isAdmin = useCan("admin");
  const rotate = useAction(async () => onRotated((await vireo.keys.rotate(keyId)).key), { stale: ["keys"] });
  const revoke = useAction(() => vireo.keys.delete(keyId), { stale: ["keys"], done: "API key revoked" });
  // The API refuses changes to a key with more scopes than the person has.
  if (!isAdmin && scopes.includes("admin")) return null;
  return (
    <ActionMenu
      label={`${name}: actions`}
      actions={[
        {
          label: "Rotate",
          confirm: {
            title: `Rotate “${name}”?`,
            text: "You get a new key. The old one stops working immediately.",
            verb: "Rotate",
            run: () => rotate.mutateAsync(undefined),
          },
        },
        {
          label: "Revoke",
          isDestructive: true,
          confirm: {
            title: `Revoke “${name}”?`,
            text: "Applications that use this key stop working immediately. You can't undo this.",
            verb: "Revoke",
            run: () => revoke.mutateAsync(undefined),
          },
        },
      ]}
    />
  );
}

const LastUsed = ({ lastUsedAt, size = "sm" }: Key & { size?: "xs" | "sm" }) =>
  lastUsedAt ? <Time at={lastUsedAt} as="relative" size={size} /> : "Never";

function Scopes({ scopes }: Key) {
  const me = useMe();
  if (scopes.includes("admin")) return "Full access";
  const isUnrestricted = me.scopes.every((scope) => scope === "admin" || scopes.some((one) => one === scope));
  return (
    <Text size="sm" lineClamp={2}>
      {isUnrestricted ? UNRESTRICTED : scopes.join(", ")}
    </Text>
  );
}

const columns: readonly Column<Key>[] = [
  {
    title: "Name",
    cell: (key) => (
      <>
        <Text fw={600}>{key.name}</Text>
        <Text size="xs" c="dimmed" ff="monospace">
          {key.hint}…
        </Text>
        <Text size="xs" c="dimmed" hiddenFrom="sm" component="div">
          Last used: <LastUsed {...key} size="xs" />
        </Text>
      </>
    ),
  },
  {
    title: "Scopes",
    from: "md",
    cell: (key) => <Scopes {...key} />,
  },
  { title: "API version", from: "xs", cell: ({ apiVersion }) => apiVersion ?? "Latest" },
  { title: "Last used", from: "sm", cell: LastUsed },
  { title: "Expires", from: "sm", cell: ({ expiresAt }) => (expiresAt ? <Time at={expiresAt} /> : "Never") },
];

export default function KeysPage() {
  const [isCreating, setCreating] = useDialogParam();
  const [secret, setSecret] = useState<string>();
  const pages = usePages(keys.apiKeys, (page) => vireo.keys.list({ page }));
  const create = (
    <Button leftSection={<Plus size={16} />} onClick={() => setCreating(true)}>
      New key
    </Button>
  );
  const actions: Column<Key> = { title: "", cell: (key) => <KeyActions apiKey={key} onRotated={setSecret} /> };
  return (
    <Page title="API keys" text="Keys for your applications" actions={create}>
      {secret && (
        <Secret
          title="Your new API key"
          value={secret}
          text="You won't see this key again. Store it in a password manager."
        />
      )}
      <PagesView pages={pages}>
        {({ keys: rows }) =>
          rows.length === 0 ? (
            <Empty
              icon={KeyRound}
              title="No API keys yet"
              text="Use a separate key for each application, so you can revoke them one by one."
            >
              {create}
            </Empty>
          ) : (
            <DataTable columns={[...columns, actions]} rows={rows} getKey={({ keyId }) => keyId} />
          )
        }
      </PagesView>
      {isCreating && <CreateKey close={() => setCreating(false)} onCreated={setSecret} />}
    </Page>
  );
}
