import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { ActionMenu } from "../../ui/action-menu";
import { useSubmit } from "../../ui/form";
import { FormDialog } from "../../ui/form-dialog";
import type { Show } from "./labels";

interface Props {
  folder: string;
  show: Show;
}

/** A folder holds all kinds of media, so all of them change with it. */
const stale = ["videos", "images", "music"] as const;

function RenameFolder({ folder, show, close }: Props & { close(): void }) {
  const form = useForm({
    initialValues: { name: folder },
    validate: { name: (name) => (name.trim() ? null : "Name the folder.") },
  });
  const submit = useSubmit(
    form,
    async ({ name }) => {
      await vireo.library.folders.rename({ folder, name });
      show({ folder: name.trim() });
      close();
    },
    { stale, done: "Folder renamed" },
  );
  return (
    <FormDialog title={`Rename “${folder}”`} action="Rename" submit={submit} close={close}>
      <TextInput label="Name" maxLength={100} {...form.getInputProps("name")} data-autofocus />
    </FormDialog>
  );
}

/** Renames or removes the folder that is open. */
export function FolderActions({ folder, show }: Props) {
  const canEdit = useCan("media:write");
  const [isRenaming, setRenaming] = useState(false);
  const remove = useAction(
    async () => {
      await vireo.library.folders.rename({ folder, name: null });
      show({ folder: undefined });
    },
    { stale, done: "Folder removed" },
  );
  if (!canEdit) return null;
  return (
    <>
      <ActionMenu
        label={`Folder “${folder}”: actions`}
        actions={[
          { label: "Rename", run: () => setRenaming(true) },
          {
            label: "Remove folder",
            confirm: {
              title: `Remove “${folder}”?`,
              text: "What is in it stays in the library.",
              verb: "Remove",
              run: () => remove.mutateAsync(undefined),
            },
          },
        ]}
      />
      {isRenaming && <RenameFolder folder={folder} show={show} close={() => setRenaming(false)} />}
    </>
  );
}
