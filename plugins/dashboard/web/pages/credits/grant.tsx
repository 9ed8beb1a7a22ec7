import { Button, Modal, NumberInput, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { vireo } from "../../api";
import { useAction } from "../../ui/action";

interface Props {
  account: { accountId: string; name: string };
  close(): void;
}

export function Grant({ account: { accountId, name }, close }: Props) {
  const [amount, setAmount] = useState<number | string>(100);
  const [note, setNote] = useState("");
  const grant = useAction(
    async () => {
      await vireo.credits.grants.create({ accountId, amount: Number(amount), ...(note ? { note } : {}) });
      close();
    },
    { changes: ["credits"], done: `${Number(amount).toLocaleString()} credits for ${name}` },
  );
  return (
    <Modal opened onClose={close} title={`Grant credits to “${name}”`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          grant.mutate(undefined);
        }}
      >
        <Stack>
          <NumberInput
            label="Credits"
            value={amount}
            onChange={setAmount}
            min={1}
            max={1_000_000_000}
            allowDecimal={false}
            thousandSeparator
            required
            data-autofocus
          />
          <TextInput
            label="Note"
            description="Shown in the ledger."
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            maxLength={500}
          />
          <Button type="submit" loading={grant.isPending}>
            Grant
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
