import { Button, Group, Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Dialog } from "./dialog";

export interface Question {
  title: string;
  text: ReactNode;
  /** Label of the button, such as "Delete". */
  verb: string;
  /** Label of the other button. */
  dismiss?: string;
  color?: string;
  /** Must report its own errors, as `useAction` does. */
  run(): Promise<unknown>;
}

interface Props {
  question: Question;
  close(): void;
}

/** Asks before an action that can't be undone. */
export default function ConfirmDialog({ question, close }: Props) {
  const { title, text, verb, dismiss = "Cancel", color = "red.9", run } = question;
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await run().then(close, () => setBusy(false));
  };
  return (
    <Dialog onClose={close} title={title}>
      <Stack>
        <Text size="sm" component="div">
          {text}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {dismiss}
          </Button>
          <Button color={color} loading={isBusy} onClick={confirm}>
            {verb}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
