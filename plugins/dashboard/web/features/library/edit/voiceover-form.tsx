import { Button, Group, SimpleGrid, Stack, Textarea } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { formatPercent, formatSeconds, formatSpeed, LevelField } from "../../../ui/level-field";
import type { Playback } from "./use-playback";
import { VoiceFields } from "./voice-fields";
import { describeFit, type VoiceoverDraft } from "./voiceover";

interface Props {
  form: UseFormReturnType<VoiceoverDraft>;
  playback: Playback;
}

/** Text, voice and volume of a voice-over. */
export function VoiceoverForm({ form, playback: { time, duration } }: Props) {
  const { values } = form;
  const now = Math.floor(time * 10) / 10;
  return (
    <Stack gap="md">
      <Textarea
        label="Text"
        placeholder="What the voice says"
        description={describeFit(values, duration)}
        inputWrapperOrder={["label", "input", "description", "error"]}
        {...form.getInputProps("text")}
        maxLength={5000}
        minRows={4}
        maxRows={12}
        autosize
      />
      <VoiceFields form={form} />
      <Group align="flex-end" wrap="nowrap">
        <div style={{ flex: 1 }}>
          <LevelField
            label="Start at"
            max={Math.max(0.1, Math.floor(duration * 10) / 10 - 0.1)}
            step={0.1}
            format={formatSeconds}
            {...form.getInputProps("start")}
            value={values.start}
          />
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
        <LevelField
          label="Voice volume"
          max={2}
          format={formatPercent}
          {...form.getInputProps("volume")}
          value={values.volume}
        />
        <LevelField
          label="Original audio"
          max={1}
          format={formatPercent}
          {...form.getInputProps("originalVolume")}
          value={values.originalVolume}
        />
      </SimpleGrid>
      <LevelField
        label="Speed"
        min={0.5}
        max={2}
        format={formatSpeed}
        {...form.getInputProps("speed")}
        value={values.speed}
      />
    </Stack>
  );
}
