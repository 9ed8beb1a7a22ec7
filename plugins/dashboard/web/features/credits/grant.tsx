import { NumberInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { vireo } from "../../api";
import { useSubmit } from "../../ui/form";
import { FormDialog } from "../../ui/form-dialog";

interface Props {
  account: { accountId: string; name: string };
  close(): void;
}

export function Grant({ account: { accountId, name }, close }: Props) {
  const form = useForm<{ amount: number | string; note: string }>({ initialValues: { amount: 100, note: "" } });
  const grant = useSubmit(
    form,
    async ({ amount, note }) => {
      await vireo.credits.grants.create({ accountId, amount: Number(amount), note: note || undefined });
      close();
    },
    { stale: ["credits"], done: ({ amount }) => `${Number(amount).toLocaleString()} credits granted to ${name}` },
  );
  return (
    <FormDialog title={`Grant credits to ${name}`} action="Grant credits" submit={grant} close={close}>
      <NumberInput
        label="Credits"
        {...form.getInputProps("amount")}
        min={1}
        max={1_000_000_000}
        allowDecimal={false}
        thousandSeparator
        required
        data-autofocus
      />
      <TextInput label="Note" description="Shown in the history" {...form.getInputProps("note")} maxLength={500} />
    </FormDialog>
  );
}
