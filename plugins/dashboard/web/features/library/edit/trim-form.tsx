import type { UseFormReturnType } from "@mantine/form";
import { TimeRangeField } from "./time-range";
import type { TrimDraft } from "./trim";
import type { Playback } from "./use-playback";

interface Props {
  form: UseFormReturnType<TrimDraft>;
  playback: Playback;
}

/** Selects the part of the video to keep. */
export default function TrimForm(props: Props) {
  return <TimeRangeField label="Keep" {...props} />;
}
