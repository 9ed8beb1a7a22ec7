import { Button, Group, SegmentedControl, Select, SimpleGrid, Stack, Text, Textarea } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { Character } from "vireo/client";
import { vireo } from "../../../api";
import { keys } from "../../../query-keys";
import { useCan } from "../../../session";
import { FormLevel, formatPercent, formatSpeed } from "../../../ui/level-field";
import { NoSpeechEngine, VoiceField } from "../../../ui/voice-field";
import { RecordingField } from "./sound-field";
import { StartField } from "./start-field";
import type { Playback } from "./use-playback";
import { describeFit, type VoiceoverDraft } from "./voiceover";

interface VoiceFieldsProps {
  form: UseFormReturnType<VoiceoverDraft>;
}

/** Selects who speaks: a voice of the engine, a character's, or the person who records. */
function SpeakerField({ form, characters }: VoiceFieldsProps & { characters: readonly Character[] }) {
  const { speaker } = form.values;
  return (
    <SegmentedControl
      fullWidth
      data={[
        { value: "voice", label: "Voice" },
        ...(characters.length > 0 || speaker === "character" ? [{ value: "character", label: "Character" }] : []),
        { value: "recording", label: "Recording" },
      ]}
      {...form.getInputProps("speaker")}
      value={speaker}
      aria-label="Speaker"
    />
  );
}

/** Reads the characters that have a voice. */
function useSpeakers(): readonly Character[] {
  const canRead = useCan("content:read");
  const { data = [] } = useQuery({
    queryKey: keys.brandOptions("characters"),
    queryFn: async () => (await vireo.characters.list({ pageSize: 100 })).characters,
    enabled: canRead,
  });
  return data.filter(({ voiceId }) => voiceId);
}

/** Selects a voice of the engine, or a character's. */
const VoiceFields = ({ form, characters }: VoiceFieldsProps & { characters: readonly Character[] }) =>
  form.values.speaker === "character" ? (
    <Select
      label="Character"
      placeholder="Select a character"
      description="Uses the character's voice from Brand"
      data={characters.map(({ id, name }) => ({ value: id, label: name }))}
      {...form.getInputProps("characterId")}
      searchable
    />
  ) : (
    <VoiceField input={form.getInputProps("voice")} />
  );

interface Props {
  form: UseFormReturnType<VoiceoverDraft>;
  playback: Playback;
  /** False if no engine can speak. Then a voice-over is a recording. */
  canSpeak: boolean;
}

/** What is said, who says it, when, and how loud. */
export default function VoiceoverForm({ canSpeak, ...props }: Props) {
  const { form } = props;
  const characters = useSpeakers();
  const isRecording = form.values.speaker === "recording";
  return (
    <Stack gap="md">
      <SpeakerField form={form} characters={characters} />
      {isRecording && <RecordingField form={form} />}
      {!isRecording && !canSpeak && <NoSpeechEngine />}
      {!isRecording && canSpeak && (
        <>
          <Textarea
            label="Text"
            placeholder="What the voice says"
            description={describeFit(form.values, props.playback.duration)}
            inputWrapperOrder={["label", "input", "description", "error"]}
            {...form.getInputProps("text")}
            maxLength={5000}
            minRows={4}
            maxRows={12}
          />
          <VoiceFields form={form} characters={characters} />
        </>
      )}
      {(isRecording || canSpeak) && <SoundFields {...props} />}
    </Stack>
  );
}

function SoundFields({ form, playback: { time, duration } }: Omit<Props, "canSpeak">) {
  const isRecording = form.values.speaker === "recording";
  const now = Math.floor(time * 10) / 10;
  return (
    <>
      <Group align="flex-end" wrap="nowrap">
        <div style={{ flex: 1 }}>
          <StartField form={form} duration={duration} />
        </div>
        <Button
          size="compact-xs"
          variant="light"
          disabled={now >= duration}
          onClick={() => form.setValues({ start: now })}
        >
          Start here
        </Button>
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <FormLevel form={form} name="volume" label="Voice volume" max={2} format={formatPercent} />
        <FormLevel form={form} name="originalVolume" label="Original audio" max={1} format={formatPercent} />
      </SimpleGrid>
      {!isRecording && (
        <>
          <FormLevel form={form} name="speed" label="Speed" min={0.5} max={2} format={formatSpeed} />
          <Text size="xs" c="dimmed">
            The voice is generated on export. Until then, the preview lowers other sound where it will speak.
          </Text>
        </>
      )}
    </>
  );
}
