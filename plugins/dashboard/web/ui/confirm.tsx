import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type ReactNode, useState } from "react";
import { describeError } from "./failure";

interface Props {
  title: string;
  text: ReactNode;
  /** The word on the button: "Delete". */
  verb: string;
  run(): Promise<unknown>;
  /** Draws what opens the question. */
  children(open: () => void): ReactNode;
}

/** Asks before something that cannot be undone. */
export function Confirm({ title, text, verb, run, children }: Props) {
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    try {
      await run();
      setAsked(false);
    } catch (error) {
      notifications.show({ color: "red", title: `${verb} did not work`, message: describeError(error).detail });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {children(() => setAsked(true))}
      <Modal opened={asked} onClose={() => setAsked(false)} title={title}>
        <Stack>
          <Text size="sm">{text}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAsked(false)}>
              Keep
            </Button>
            <Button color="red.9" loading={busy} onClick={go}>
              {verb}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
