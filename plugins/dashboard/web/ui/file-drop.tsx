import { ActionIcon, Button, FileButton, Group, Input, Progress, Stack, Text } from "@mantine/core";
import { useId } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { ImageUp, RotateCcw, X } from "lucide-react";
import { type DragEvent, useRef, useState, useSyncExternalStore } from "react";
import type { Upload } from "vireo/client";
import { type DroppedFile, isAccepted, readDropped } from "./dropped-files";
import { showError } from "./failure";
import { createUploads, type Transfer, type Uploads } from "./uploads";
import "./media.css";

interface Props {
  label: string;
  description?: string | undefined;
  /** MIME types, as in `<input accept>`. */
  accept: string;
  /** Accepts several files. */
  multiple?: boolean;
  onDone?(upload: Upload): void;
  /** Uploads that continue after this component is unmounted. */
  uploads?: Uploads;
}

/** Shows the progress or the error of an upload. */
const TransferRow = ({ transfer, retry }: { transfer: Transfer; retry(): void }) => (
  <Group w="100%" wrap="nowrap">
    <Stack gap={4} flex={1} miw={0}>
      <Text size="sm" truncate>
        {transfer.file.name}
      </Text>
      {transfer.error ? (
        <Input.Error role="alert">{transfer.error}</Input.Error>
      ) : (
        <Progress value={transfer.percent} aria-label={`Uploading ${transfer.file.name}`} />
      )}
      {transfer.isOffline && (
        <Text size="xs" c="dimmed" role="status">
          Connection lost. The upload continues when you are back online.
        </Text>
      )}
    </Stack>
    {transfer.error && (
      <ActionIcon aria-label={`Upload ${transfer.file.name} again`} onClick={retry}>
        <RotateCcw size={16} />
      </ActionIcon>
    )}
    <ActionIcon aria-label={`Cancel upload of ${transfer.file.name}`} onClick={transfer.cancel}>
      <X size={16} />
    </ActionIcon>
  </Group>
);

const MAX_NAMED = 3;

/** Names files that can't be uploaded here. */
function describeSkipped(names: readonly string[]): { title: string; message: string } {
  const more = names.length - MAX_NAMED;
  return {
    title: names.length === 1 ? "This file can't be used here" : `${names.length} files can't be used here`,
    message: names.slice(0, MAX_NAMED).join(", ") + (more > 0 ? ` and ${more} more` : ""),
  };
}

/** Uploads files and folders that are dropped or chosen, with progress. */
export function FileDrop({ label, description, accept, multiple = false, onDone, uploads }: Props) {
  const latest = useRef(onDone);
  latest.current = onDone;
  const [own] = useState(() => createUploads((upload) => latest.current?.(upload)));
  const { add, retry, subscribe, get } = uploads ?? own;
  const transfers = useSyncExternalStore(subscribe, get);
  const [isOver, setOver] = useState(false);
  const name = useId();
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(inside);
    if (event.type === "drop") void readDropped(event.dataTransfer).then(addDropped, showError);
  };
  const addDropped = (dropped: readonly DroppedFile[]) => {
    const fitting = dropped.filter(({ file }) => isAccepted(file, accept));
    add(fitting.slice(0, multiple ? undefined : 1));
    const skipped = dropped.filter((one) => !fitting.includes(one)).map(({ file }) => file.name);
    if (skipped.length > 0) notifications.show({ color: "orange", ...describeSkipped(skipped) });
  };
  return (
    <Input.Wrapper label={label} description={description} labelElement="div" id={name}>
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
        {transfers.map((transfer) => (
          <TransferRow key={transfer.key} transfer={transfer} retry={() => retry(transfer)} />
        ))}
        {(multiple || transfers.length === 0) && (
          <FileButton
            accept={accept}
            multiple={multiple}
            onChange={(files: File | File[] | null) =>
              files && add((Array.isArray(files) ? files : [files]).map((file) => ({ file })))
            }
          >
            {(props) => (
              <Button {...props} variant="subtle" size="compact-sm" leftSection={<ImageUp size={16} />}>
                {multiple ? "Choose files or drop them here" : "Choose a file or drop it here"}
              </Button>
            )}
          </FileButton>
        )}
      </Group>
    </Input.Wrapper>
  );
}
