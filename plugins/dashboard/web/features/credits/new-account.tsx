import { NumberInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { vireo } from "../../api";
import { useSubmit } from "../../ui/form";
import { FormDialog } from "../../ui/form-dialog";

export function NewAccount({ close }: { close(): void }) {
  const form = useForm<{ name: string; credits: number | string }>({ initialValues: { name: "", credits: "" } });
  const create = useSubmit(
    form,
    async ({ name, credits }) => {
      await vireo.accounts.create({ name, credits: credits === "" ? undefined : Number(credits) });
      close();
    },
    { stale: ["credits"], done: "Workspace created. Invite people in Settings." },
  );
  return (
    <FormDialog title="New workspace" action="Create workspace" submit={create} close={close}>
      <TextInput
        label="Name"
        description="Such as the name of the team or customer"
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
