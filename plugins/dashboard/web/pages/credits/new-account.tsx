import { Button, Modal, NumberInput, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { vireo } from "../../api";
import { useAction } from "../../ui/action";

export function NewAccount({ close }: { close(): void }) {
  const [name, setName] = useState("");
  const [credits, setCredits] = useState<number | string>("");
  const make = useAction(
    async () => {
      await vireo.accounts.create({ name, ...(credits === "" ? {} : { credits: Number(credits) }) });
      close();
    },
    { changes: ["credits"], done: "The account is there. Invite people to it in the settings." },
  );
  return (
    <Modal opened onClose={close} title="New account">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          make.mutate(undefined);
        }}
      >
        <Stack>
          <TextInput
            label="Name"
            description="Of the team or customer."
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={200}
            required
            data-autofocus
          />
          <NumberInput
            label="First credits"
            description="Nothing here: as many as the configuration says."
            value={credits}
            onChange={setCredits}
            min={0}
            max={1_000_000_000}
            allowDecimal={false}
            thousandSeparator
          />
          <Button type="submit" loading={make.isPending}>
            Make the account
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
