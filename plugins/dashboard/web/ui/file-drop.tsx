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
  description?: string;
  /** MIME types, as of an `<input>`. */
  accept: string;
  onDone(upload: Upload): void;
}

/** A place to drop a file on, or to choose one; it is sent at once, and shows how far that is. */
export function FileDrop({ label, description, accept, onDone }: Props) {
  const [sending, setSending] = useState<{ name: string; percent: number }>();
  const [problem, setProblem] = useState<string>();
  const [over, setOver] = useState(false);
  const ending = useRef<AbortController>(undefined);
  const name = useId();

  async function send(file: File | null | undefined) {
    if (!file) return;
    setProblem(undefined);
    setSending({ name: file.name, percent: 0 });
    ending.current = new AbortController();
    try {
      const { signal } = ending.current;
      const onProgress = (sent: number, total: number) =>
        setSending({ name: file.name, percent: Math.round((sent / total) * 100) });
      onDone(await vireo.upload(file, { signal, onProgress }));
    } catch (error) {
      if (!ending.current.signal.aborted) setProblem(describeError(error).detail);
    } finally {
      setSending(undefined);
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void send(event.dataTransfer.files[0]);
  };
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(inside);
  };

  return (
    <Input.Wrapper label={label} description={description} error={problem} labelElement="div" id={name}>
      <Group
        role="group"
        aria-label={label}
        mt={4}
        p="sm"
        justify="center"
        className="file-drop"
        data-over={over || undefined}
        onDrop={drop}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
      >
        {sending ? (
          <Group w="100%" wrap="nowrap">
            <Stack gap={4} flex={1} miw={0}>
              <Text size="sm" truncate>
                {sending.name}
              </Text>
              <Progress value={sending.percent} aria-label={`${sending.name}: percent sent`} />
            </Stack>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Stop sending ${sending.name}`}
              onClick={() => ending.current?.abort()}
            >
              <X size={16} />
            </ActionIcon>
          </Group>
        ) : (
          <FileButton accept={accept} onChange={send}>
            {(props) => (
              <Button
                {...props}
                variant="subtle"
                size="compact-sm"
                leftSection={<ImageUp size={16} aria-hidden />}
                aria-label={`${label}: choose a file`}
              >
                Choose a file, or drop it here
              </Button>
            )}
          </FileButton>
        )}
      </Group>
    </Input.Wrapper>
  );
}
