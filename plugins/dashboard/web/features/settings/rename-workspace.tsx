import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { Account } from "vireo/client";
import { vireo } from "../../api";
import { useSubmit } from "../../ui/form";
import { FormDialog } from "../../ui/form-dialog";

/** Renames a workspace. */
export function RenameWorkspace({ account: { accountId, name }, close }: { account: Account; close(): void }) {
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
