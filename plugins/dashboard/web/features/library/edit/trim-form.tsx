import { Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { TimeRangeField } from "./time-range";
import type { TrimDraft } from "./trim";
import type { Playback } from "./use-playback";

interface Props {
  form: UseFormReturnType<TrimDraft>;
  playback: Playback;
  /** True for a trim that the video has already. */
  isReopened: boolean;
}

/** Selects the part of the video to keep. */
export default function TrimForm({ isReopened, ...props }: Props) {
  return (
    <>
      <TimeRangeField label="Keep" {...props} />
      {isReopened && (
        <Text size="xs" c="dimmed" mt="sm">
          This is the whole original, so you can also bring back what was cut. Other layers move along.
        </Text>
      )}
    </>
  );
}
