import { NumberInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { Account } from "vireo/client";
import { vireo } from "../../api";
import { useSubmit } from "../../ui/form";
import { FormDialog } from "../../ui/form-dialog";

const GB = 1e9;

/** Changes the quotas of a workspace. */
export function QuotaDialog({ account, close }: { account: Account; close(): void }) {
  const { accountId, name, storageBytes, concurrentJobs, keys } = account;
  const form = useForm({ initialValues: { storageBytes: storageBytes / GB, concurrentJobs, keys } });
  const submit = useSubmit(
    form,
    async (values) => {
      await vireo.accounts.update(accountId, { ...values, storageBytes: Math.round(values.storageBytes * GB) });
      close();
    },
    { stale: ["credits"], done: "Quotas saved" },
  );
  return (
    <FormDialog title={`Quotas of ${name}`} action="Save" submit={submit} close={close}>
      <NumberInput label="Storage" suffix=" GB" min={0} decimalScale={3} {...form.getInputProps("storageBytes")} />
      <NumberInput
        label="Jobs at a time"
        description="Jobs that may wait or run. Further ones are refused."
        min={1}
        allowDecimal={false}
        {...form.getInputProps("concurrentJobs")}
      />
      <NumberInput label="API keys" min={1} allowDecimal={false} {...form.getInputProps("keys")} />
    </FormDialog>
  );
}
