import { Button, Modal, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { vireo } from "../../api";
import { useAction } from "../../ui/action";
import { fieldErrors } from "../../ui/field-errors";

const MOST = 500;

interface Props {
  opened: boolean;
  close(): void;
  added(): void;
}

/** Addresses of videos, one on a line, become part of the library. */
export function Paste({ opened, close, added }: Props) {
  const [text, setText] = useState("");
  const addresses = text.split(/\s+/).filter(Boolean);
  const bring = useAction(
    async () => {
      const { imported, updated } = await vireo.viralLibrary.videos.import({ videos: addresses });
      setText("");
      close();
      added();
      return { imported, updated };
    },
    { changes: ["viral"], done: "They are in your library." },
  );
  const wrong = Object.entries(fieldErrors(bring.error))
    .map(([path, [message]]) => {
      const at = Number(path.split(".")[1]);
      return Number.isNaN(at) ? message : `Line ${at + 1}, ${addresses[at]?.slice(0, 60)}: ${message}`;
    })
    .join(" ");
  return (
    <Modal opened={opened} onClose={close} title="Paste addresses" size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          bring.mutate(undefined);
        }}
      >
        <Stack>
          <Textarea
            label="Addresses of videos"
            description={`One on a line, ${MOST} at most. Costs nothing.`}
            placeholder="https://www.tiktok.com/@name/video/7123456789012345678"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={addresses.length > MOST ? `${MOST} at most; these are ${addresses.length}.` : wrong || undefined}
            minRows={6}
            maxRows={14}
            autosize
            required
            data-autofocus
          />
          <Text size="sm" c="dimmed">
            An address alone tells little. Find videos brings captions and numbers, too, and only those can be searched.
          </Text>
          <Button type="submit" loading={bring.isPending} disabled={addresses.length === 0 || addresses.length > MOST}>
            Bring {addresses.length === 1 ? "one video" : `${addresses.length} videos`} in
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
