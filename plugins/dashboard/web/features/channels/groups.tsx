import { Button, MultiSelect, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { SocialAccount } from "vireo/client";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { ActionMenu } from "../../ui/action-menu";
import { DataTable } from "../../ui/data-table";
import { useSubmit } from "../../ui/form";
import { FormDialog } from "../../ui/form-dialog";
import { Panel } from "../../ui/panel";
import { getPlatformName } from "../../ui/platform";
import { type ChannelGroup, useChannelGroups } from "../../ui/posts";

interface DialogProps {
  accounts: readonly SocialAccount[];
  /** The group to change. Undefined for a new one. */
  group: ChannelGroup | undefined;
  close(): void;
}

function GroupDialog({ accounts, group, close }: DialogProps) {
  const form = useForm({
    initialValues: { name: group?.name ?? "", accountIds: group?.accountIds ?? [] },
    validate: { accountIds: (ids) => (ids.length === 0 ? "Select at least one channel" : null) },
  });
  const save = useSubmit(
    form,
    async ({ name, accountIds }) => {
      await vireo.social.groups.set(name.trim(), { accountIds });
      close();
    },
    { stale: ["socialAccounts"], done: "Group saved" },
  );
  const listed = accounts.filter(
    ({ accountId, status }) => status !== "disconnected" || group?.accountIds.includes(accountId),
  );
  return (
    <FormDialog title={group ? `Channels of ${group.name}` : "New group"} action="Save" submit={save} close={close}>
      {!group && (
        <TextInput
          label="Name"
          description="Such as the name of a client"
          maxLength={60}
          {...form.getInputProps("name")}
          required
          data-autofocus
        />
      )}
      <MultiSelect
        label="Channels"
        data={listed.map(({ accountId, username, platform }) => ({
          value: accountId,
          label: `${username}, ${getPlatformName(platform)}`,
        }))}
        {...form.getInputProps("accountIds")}
        required
        searchable
        hidePickedOptions
      />
    </FormDialog>
  );
}

/** Groups of channels, such as those of one client. */
export function Groups({ accounts }: { accounts: readonly SocialAccount[] }) {
  const canPost = useCan("social:write");
  const { data: groups = [] } = useChannelGroups();
  const [open, setOpen] = useState<ChannelGroup | "new">();
  const remove = useAction((name: string) => vireo.social.groups.delete(name), {
    stale: ["socialAccounts"],
    done: "Group deleted",
  });
  const nameOf = (id: string) => accounts.find(({ accountId }) => accountId === id)?.username ?? id;
  const create = canPost && (
    <Button size="xs" variant="default" leftSection={<Plus size={14} />} onClick={() => setOpen("new")}>
      New group
    </Button>
  );
  return (
    <Panel title="Groups" action={create}>
      <Text size="sm" c="dimmed">
        A group selects its channels with one click in a new post, and filters the calendar and the analytics.
      </Text>
      {groups.length > 0 && (
        <DataTable
          columns={[
            { title: "Name", cell: ({ name }) => name },
            { title: "Channels", cell: ({ accountIds }) => accountIds.map(nameOf).join(", ") },
            {
              title: "",
              cell: (group) =>
                canPost && (
                  <ActionMenu
                    label={`${group.name}: actions`}
                    actions={[
                      { label: "Change channels", run: () => setOpen(group) },
                      {
                        label: "Delete",
                        isDestructive: true,
                        confirm: {
                          title: `Delete the group ${group.name}?`,
                          text: "Its channels stay connected.",
                          verb: "Delete",
                          run: () => remove.mutateAsync(group.name),
                        },
                      },
                    ]}
                  />
                ),
            },
          ]}
          rows={groups}
          getKey={({ name }) => name}
        />
      )}
      {open && (
        <GroupDialog accounts={accounts} group={open === "new" ? undefined : open} close={() => setOpen(undefined)} />
      )}
    </Panel>
  );
}
