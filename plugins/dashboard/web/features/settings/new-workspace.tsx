import { NumberInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { vireo } from "../../api";
import { useSubmit } from "../../ui/form";
import { FormDialog } from "../../ui/form-dialog";
import { switchWorkspace } from "../workspaces/workspaces";

/** Creates a workspace, and opens it: its creator becomes its manager. For administrators. */
export function NewWorkspace({ close }: { close(): void }) {
  const form = useForm<{ name: string; credits: number | string }>({ initialValues: { name: "", credits: "" } });
  const create = useSubmit(
    form,
    async ({ name, credits }) => {
      const { accountId } = await vireo.accounts.create({
        name,
        credits: credits === "" ? undefined : Number(credits),
      });
      await switchWorkspace(accountId);
    },
    { stale: ["credits", "me"] },
  );
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
