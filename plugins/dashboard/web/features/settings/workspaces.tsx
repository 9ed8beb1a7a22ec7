import { Button, NumberInput, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Account } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useMe } from "../../session";
import { useAction } from "../../ui/action";
import { ActionMenu } from "../../ui/action-menu";
import { DataTable } from "../../ui/data-table";
import { useDialogParam } from "../../ui/dialog-param";
import { useSubmit } from "../../ui/form";
import { FormDialog } from "../../ui/form-dialog";
import { PagesView, usePages } from "../../ui/pages";
import { Panel } from "../../ui/panel";
import { Status } from "../../ui/status";
import { Time } from "../../ui/time";
import { Grant } from "../credits/grant";
import { openNewWorkspace } from "../workspaces/workspaces";

/** Creates a workspace, and opens it: its creator becomes its manager. For administrators. */
function NewWorkspace({ close }: { close(): void }) {
  const form = useForm<{ name: string; credits: number | string }>({ initialValues: { name: "", credits: "" } });
  // Nothing is read again: from here on, requests name the new workspace, which does not rule the server.
  const create = useSubmit(form, async ({ name, credits }) => {
    const { accountId } = await vireo.accounts.create({
      name,
      credits: credits === "" ? undefined : Number(credits),
    });
    await openNewWorkspace(accountId);
  });
  return (
    <FormDialog title="New workspace" action="Create workspace" submit={create} close={close}>
      <TextInput
        label="Name"
        description="Such as the name of a client or team"
        {...form.getInputProps("name")}
        maxLength={200}
        required
        data-autofocus
      />
      <NumberInput
        label="Initial credits"
        description="Leave empty for the server's default"
        {...form.getInputProps("credits")}
        min={0}
        max={1_000_000_000}
        allowDecimal={false}
        thousandSeparator
      />
    </FormDialog>
  );
}

/** Renames a workspace. */
function RenameWorkspace({ account: { accountId, name }, close }: { account: Account; close(): void }) {
  const form = useForm({ initialValues: { name } });
  const submit = useSubmit(
    form,
    async (values) => {
      await vireo.accounts.update(accountId, values);
      close();
    },
    { stale: ["credits", "me"], done: "Workspace renamed" },
  );
  return (
    <FormDialog title={`Rename ${name}`} action="Rename" submit={submit} close={close}>
      <TextInput label="Name" maxLength={200} {...form.getInputProps("name")} required data-autofocus />
    </FormDialog>
  );
}

interface MenuProps {
  account: Account;
  /** True for the workspace of the signed-in person, which can't be suspended or deleted. */
  isOwn: boolean;
}

function WorkspaceMenu({ account, isOwn }: MenuProps) {
  const { accountId, name, status } = account;
  const [isRenaming, setRenaming] = useState(false);
  const [isGranting, setGranting] = useState(false);
  const stale = ["credits"] as const;
  const suspend = useAction(() => vireo.accounts.suspend(accountId), { stale, done: `${name} suspended` });
  const resume = useAction(() => vireo.accounts.resume(accountId), { stale, done: `${name} resumed` });
  const remove = useAction(() => vireo.accounts.delete(accountId), { stale, done: `${name} will be deleted` });
  return (
    <>
      <ActionMenu
        label={`${name}: actions`}
        actions={[
          { label: "Rename", run: () => setRenaming(true) },
          { label: "Grant credits", run: () => setGranting(true) },
          !isOwn &&
            status === "active" && {
              label: "Suspend",
              confirm: {
                title: `Suspend ${name}?`,
                text: "Its API keys stop working and its people are signed out. Posts and jobs wait. Nothing is charged.",
                verb: "Suspend",
                run: () => suspend.mutateAsync(undefined),
              },
            },
          !isOwn &&
            status !== "active" && {
              label: status === "deleting" ? "Cancel the deletion" : "Resume",
              run: () => resume.mutate(undefined),
            },
          !isOwn &&
            status !== "deleting" && {
              label: "Delete",
              isDestructive: true,
              confirm: {
                title: `Delete ${name}?`,
                text: "It is suspended now. After a grace period, its videos, posts, people, API keys and files are deleted.",
                verb: "Delete",
                run: () => remove.mutateAsync(undefined),
              },
            },
        ]}
      />
      {isRenaming && <RenameWorkspace account={account} close={() => setRenaming(false)} />}
      {isGranting && <Grant account={account} close={() => setGranting(false)} />}
    </>
  );
}

/** Lists all workspaces. For administrators. */
export function Workspaces() {
  const me = useMe();
  const [isCreating, setCreating] = useDialogParam();
  const pages = usePages(keys.accounts, async (page) => vireo.accounts.list({ page }));
  const create = (
    <Button size="xs" leftSection={<Plus size={14} />} onClick={() => setCreating(true)}>
      New workspace
    </Button>
  );
  return (
    <Panel title="Workspaces" action={create}>
      <Text size="sm" c="dimmed">
        Each workspace has its own people, keys, media and posts, invisible to other workspaces.
      </Text>
      <PagesView pages={pages}>
        {({ accounts }) => (
          <DataTable
            columns={[
              {
                title: "Name",
                cell: ({ name, accountId }) => (
                  <>
                    <Text size="sm" fw={600}>
                      {name}
                    </Text>
                    <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                      {accountId}
                    </Text>
                  </>
                ),
              },
              {
                title: "Status",
                cell: ({ status, deleteAt }) => (
                  <>
                    <Status value={status} />
                    {deleteAt !== undefined && (
                      <Text size="xs" c="dimmed">
                        Deleted <Time at={deleteAt} as="relative" />
                      </Text>
                    )}
                  </>
                ),
              },
              { title: "Credits", from: "sm", cell: ({ balance }) => balance.toLocaleString() },
              { title: "Created", from: "sm", cell: ({ createdAt }) => <Time at={createdAt} as="relative" /> },
              {
                title: "",
                cell: (account) => (
                  <WorkspaceMenu account={account} isOwn={account.accountId === me.account.accountId} />
                ),
              },
            ]}
            rows={accounts}
            getKey={({ accountId }) => accountId}
          />
        )}
      </PagesView>
      {isCreating && <NewWorkspace close={() => setCreating(false)} />}
    </Panel>
  );
}
