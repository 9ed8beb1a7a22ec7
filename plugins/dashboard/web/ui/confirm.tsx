import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";

export interface Question {
  title: string;
  text: ReactNode;
  /** Label of the button, such as "Delete". */
  verb: string;
  /** Label of the other button. */
  dismiss?: string;
  color?: string;
  /** Reports its own errors, as `useAction` does. */
  run(): Promise<unknown>;
}

/** Asks before an action that can't be undone. */
export function ConfirmDialog({ question, close }: { question: Question; close(): void }) {
  const { title, text, verb, dismiss = "Cancel", color = "red.9", run } = question;
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await run().then(close, () => setBusy(false));
  };
  return (
    <Modal opened onClose={close} title={title}>
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
    </Modal>
  );
}

/** Renders what opens the question, and the question. */
export function Confirm({ children, ...question }: Question & { children(open: () => void): ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {children(() => setOpen(true))}
      {isOpen && <ConfirmDialog question={question} close={() => setOpen(false)} />}
    </>
  );
}

/** Asks before unsaved changes are lost. Render `question` and close with `requestClose`. */
export function useCloseGuard(isDirty: boolean, close: () => void) {
  const [isAsking, setAsking] = useState(false);
  const question = {
    title: "Discard changes?",
    text: "Your changes aren't saved.",
    verb: "Discard",
    dismiss: "Keep editing",
    run: async () => close(),
  };
  return {
    requestClose: () => (isDirty ? setAsking(true) : close()),
    question: isAsking && <ConfirmDialog question={question} close={() => setAsking(false)} />,
  };
}
