import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { vireo } from "../../api";
import { useSubmit } from "../../ui/form";
import { FormDialog } from "../../ui/form-dialog";
import { inFolders, type Show } from "./labels";

interface Props {
  folder: string;
  show: Show;
  close(): void;
}

/** Renames a folder, for all kinds of media. */
export default function RenameFolder({ folder, show, close }: Props) {
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
    { stale: inFolders, done: "Folder renamed" },
  );
  return (
    <FormDialog title={`Rename “${folder}”`} action="Rename" submit={submit} close={close}>
      <TextInput label="Name" maxLength={100} {...form.getInputProps("name")} data-autofocus />
    </FormDialog>
  );
}
