import type { UseFormReturnType } from "@mantine/form";
import { FormLevel, formatSeconds } from "../../../ui/level-field";

interface Props<Draft> {
  form: UseFormReturnType<Draft>;
  /** Length of the video in seconds. */
  duration: number;
}

/** Start of a sound, before the end of the video. */
export const StartField = <Draft extends { start: number }>({ form, duration }: Props<Draft>) => (
  <FormLevel
    form={form}
    name="start"
    label="Start at"
    max={Math.max(0.1, Math.floor(duration * 10) / 10 - 0.1)}
    step={0.1}
    format={formatSeconds}
  />
);
