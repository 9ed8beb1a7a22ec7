import { Button, Group, Input, SimpleGrid, Slider, Stack, Text, Textarea } from "@mantine/core";
import { Speaker } from "./voice-fields";
import { describeFit, type VoiceoverDraft } from "./voiceover";

interface Props {
  draft: VoiceoverDraft;
  change(patch: Partial<VoiceoverDraft>): void;
  errors: Record<string, string[]>;
  /** Ids of voices that the engine is known to have. */
  voices: readonly string[];
  time: number;
  duration: number;
}

const seconds = (value: number) => `${value.toFixed(1)} s`;
const percent = (part: number) => `${Math.round(part * 100)} %`;
const times = (speed: number) => `${Number(speed.toFixed(2))}×`;

interface LevelProps {
  label: string;
  value: number;
  min?: number;
  max: number;
  words(value: number): string;
  error: string | undefined;
  onChange(value: number): void;
}

const Level = ({ label, value, min = 0, max, words, error, onChange }: LevelProps) => (
  <Input.Wrapper label={label} labelElement="div" error={error}>
    <Group wrap="nowrap" gap="sm">
      <Slider
        flex={1}
        {...{ min, max, value, onChange }}
        step={0.05}
        label={words}
        thumbLabel={label}
        thumbProps={{ "aria-valuetext": words(value) }}
      />
      <Text size="xs" c="dimmed" miw={40} ta="right">
        {words(value)}
      </Text>
    </Group>
  </Input.Wrapper>
);

/** What is said over the video, by whom, from when on and how loud. */
export function VoiceoverForm({ draft, change, errors, voices, time, duration }: Props) {
  const here = Math.floor(time * 10) / 10;
  return (
    <Stack gap="md">
      <Textarea
        label="Text"
        placeholder="What the voice says"
        description={describeFit(draft, duration)}
        inputWrapperOrder={["label", "input", "description", "error"]}
        value={draft.text}
        onChange={(event) => change({ text: event.currentTarget.value })}
        error={errors.text?.[0]}
        maxLength={5000}
        minRows={4}
        maxRows={12}
        autosize
      />
      <Speaker {...{ draft, change, errors, voices }} />
      <Input.Wrapper label="It begins at" labelElement="div" error={errors.start?.[0]}>
        <Slider
          min={0}
          max={Math.max(0.1, Math.floor(duration * 10) / 10 - 0.1)}
          step={0.1}
          value={draft.start}
          onChange={(start) => change({ start })}
          label={seconds}
          thumbLabel="It begins at"
          mt={6}
        />
        <Group justify="space-between" mt={6} gap="xs">
          <Text size="xs" c="dimmed">
            {draft.start > 0 ? seconds(draft.start) : "the beginning"}
          </Text>
          <Button size="compact-xs" variant="light" disabled={here >= duration} onClick={() => change({ start: here })}>
            From here
          </Button>
        </Group>
      </Input.Wrapper>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <Level
          label="Volume of the voice"
          value={draft.volume}
          max={2}
          words={percent}
          error={errors.volume?.[0]}
          onChange={(volume) => change({ volume })}
        />
        <Level
          label="Video's own sound"
          value={draft.originalVolume}
          max={1}
          words={percent}
          error={errors.originalVolume?.[0]}
          onChange={(originalVolume) => change({ originalVolume })}
        />
      </SimpleGrid>
      <Level
        label="Speed, where the engine can"
        value={draft.speed}
        min={0.5}
        max={2}
        words={times}
        error={errors.speed?.[0]}
        onChange={(speed) => change({ speed })}
      />
    </Stack>
  );
}
