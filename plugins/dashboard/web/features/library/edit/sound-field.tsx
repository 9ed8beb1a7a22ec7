import { Button, FileButton, Group, Input, Stack, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { FileAudio, Mic, Square } from "lucide-react";
import { vireo } from "../../../api";
import { useAction } from "../../../ui/action";
import { formatSeconds } from "../../../ui/level-field";
import { toLocalUrl } from "../../../ui/media";
import { noFile, type SoundFile } from "./sound-file";
import { type Recorder, useRecorder } from "./use-recorder";
import type { VoiceoverDraft } from "./voiceover";

const ACCEPT = "audio/*,video/*";

interface Sent {
  file: File;
  /** Length, if it is known before the upload. */
  seconds?: number;
}

interface UploadProps {
  onDone(sound: SoundFile): void;
}

function useSoundUpload({ onDone }: UploadProps) {
  return useAction(
    async ({ file, seconds = 0 }: Sent) => {
      const { uploadId, url, duration = seconds } = await vireo.upload(file);
      onDone({ ...noFile, uploadId, url: toLocalUrl(url) ?? "", title: file.name, seconds: duration });
    },
    { stale: ["uploads"] },
  );
}

/** Uploads a sound file. */
export function SoundUpload(props: UploadProps) {
  const upload = useSoundUpload(props);
  return (
    <FileButton accept={ACCEPT} onChange={(file) => file && upload.mutate({ file })}>
      {(props) => (
        <Button
          {...props}
          size="compact-sm"
          variant="default"
          leftSection={<FileAudio size={14} />}
          loading={upload.isPending}
        >
          Upload a file
        </Button>
      )}
    </FileButton>
  );
}

const formatTime = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

function RecordButton({ recorder: { seconds, start, stop }, isBusy }: { recorder: Recorder; isBusy: boolean }) {
  if (seconds === undefined)
    return (
      <Button size="compact-sm" variant="default" leftSection={<Mic size={14} />} loading={isBusy} onClick={start}>
        Record
      </Button>
    );
  return (
    <Button size="compact-sm" color="red" leftSection={<Square size={14} />} onClick={stop}>
      Stop · {formatTime(seconds)}
    </Button>
  );
}

/** A recording of the microphone, or a file. */
export function RecordingField({ form }: { form: UseFormReturnType<VoiceoverDraft> }) {
  const onDone = (sound: SoundFile) => form.setValues(sound);
  const upload = useSoundUpload({ onDone });
  const recorder = useRecorder((file, seconds) => upload.mutate({ file, seconds }));
  const { title, url, seconds } = form.values;
  return (
    <Input.Wrapper label="Recording" labelElement="div" error={recorder.error ?? form.errors.uploadId}>
      <Stack gap="xs" mt={4}>
        {title && (
          <Text size="sm" truncate>
            {seconds > 0 ? `${title} · ${formatSeconds(seconds)}` : title}
          </Text>
        )}
        {/* biome-ignore lint/a11y/useMediaCaption: it is the person's own voice, before there is a transcript */}
        {url && <audio src={url} controls style={{ width: "100%" }} aria-label="Recording" />}
        <Group gap="xs">
          <RecordButton recorder={recorder} isBusy={upload.isPending} />
          {recorder.seconds === undefined && <SoundUpload onDone={onDone} />}
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}
