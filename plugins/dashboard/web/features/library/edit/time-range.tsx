import { Button, Group, Input, RangeSlider, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { formatSeconds } from "../../../ui/level-field";
import type { Playback } from "./use-playback";

interface Range {
  /** Seconds. */
  start: number;
  /** 0: until the end. */
  end: number;
}

interface Props<T extends Range> {
  label: string;
  form: UseFormReturnType<T>;
  playback: Playback;
}

/** A range of the video. Its ends can also be set to the current time. */
export function TimeRangeField<T extends Range>({ label, form, playback: { time, duration } }: Props<T>) {
  const { start, end } = form.values;
  const until = end || duration;
  const error = form.errors.start ?? form.errors.end;
  const now = Math.round(time * 10) / 10;
  const change = (range: Partial<Range>) => form.setValues(range as Partial<T>);
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      <RangeSlider
        min={0}
        max={duration || 1}
        step={0.1}
        minRange={0.1}
        value={[start, until]}
        onChange={([start, end]) => change({ start, end: end >= duration - 0.05 ? 0 : end })}
        label={formatSeconds}
        thumbFromLabel="Start"
        thumbToLabel="End"
        mt={6}
      />
      <Group justify="space-between" mt={6} gap="xs">
        <Text size="xs" c="dimmed">
          {formatSeconds(start)} to {end ? formatSeconds(end) : "end"}
        </Text>
        <Group gap={6}>
          <Button size="compact-xs" variant="light" disabled={time >= until} onClick={() => change({ start: now })}>
            Start here
          </Button>
          <Button size="compact-xs" variant="light" disabled={time <= start + 0.1} onClick={() => change({ end: now })}>
            End here
          </Button>
        </Group>
      </Group>
    </Input.Wrapper>
  );
}
