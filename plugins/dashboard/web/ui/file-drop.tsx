import { ActionIcon, Button, FileButton, Group, Input, Progress, Stack, Text } from "@mantine/core";
import { useId } from "@mantine/hooks";
import { ImageUp, X } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import type { Upload } from "vireo/client";
import { vireo } from "../api";
import { describeError } from "./failure";
import "./media.css";

interface Props {
  label: string;
  description?: string | undefined;
  /** MIME types, as in `<input accept>`. */
  accept: string;
  onDone(upload: Upload): void;
}

function useUpload(onDone: Props["onDone"]) {
  const [sending, setSending] = useState<{ name: string; percent: number }>();
  const [error, setError] = useState<string>();
  const abort = useRef<AbortController>(undefined);
  async function send(file: File | null | undefined) {
    if (!file) return;
    setError(undefined);
    setSending({ name: file.name, percent: 0 });
    abort.current = new AbortController();
    const { signal } = abort.current;
    try {
      const onProgress = (sent: number, total: number) =>
        setSending({ name: file.name, percent: Math.round((sent / total) * 100) });
      onDone(await vireo.upload(file, { signal, onProgress }));
    } catch (error) {
      if (!signal.aborted) setError(describeError(error).detail);
    } finally {
      setSending(undefined);
    }
  }
  return { sending, error, send, cancel: () => abort.current?.abort() };
}

/** Uploads a file that is dropped or chosen, with progress. */
export function FileDrop({ label, description, accept, onDone }: Props) {
  const { sending, error, send, cancel } = useUpload(onDone);
  const [isOver, setOver] = useState(false);
  const name = useId();
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(inside);
    if (event.type === "drop") void send(event.dataTransfer.files[0]);
  };
  return (
    <Input.Wrapper label={label} description={description} error={error} labelElement="div" id={name}>
      <Group
        role="group"
        aria-label={label}
        mt={4}
        p="sm"
        justify="center"
        className="file-drop"
        data-over={isOver || undefined}
        onDrop={drag(false)}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
      >
        {sending ? (
          <Group w="100%" wrap="nowrap">
            <Stack gap={4} flex={1} miw={0}>
              <Text size="sm" truncate>
                {sending.name}
              </Text>
              <Progress value={sending.percent} aria-label={`Uploading ${sending.name}`} />
            </Stack>
            <ActionIcon aria-label={`Cancel upload of ${sending.name}`} onClick={cancel}>
              <X size={16} />
            </ActionIcon>
          </Group>
        ) : (
          <FileButton accept={accept} onChange={send}>
            {(props) => (
              <Button {...props} variant="subtle" size="compact-sm" leftSection={<ImageUp size={16} />}>
                Choose a file or drop it here
              </Button>
            )}
          </FileButton>
        )}
      </Group>
    </Input.Wrapper>
  );
}
