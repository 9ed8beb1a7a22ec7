import { SegmentedControl, Select } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { Character } from "vireo/client";
import { vireo } from "../../../api";
import { keys } from "../../../query-keys";
import { useCan } from "../../../session";
import { VoiceField } from "../../../ui/voice-field";
import type { VoiceoverDraft } from "./voiceover";

interface Props {
  form: UseFormReturnType<VoiceoverDraft>;
}

/** Selects who speaks: a voice of the engine, a character's, or the person who records. */
export function SpeakerField({ form, characters }: Props & { characters: readonly Character[] }) {
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
export function useSpeakers(): readonly Character[] {
  const canRead = useCan("content:read");
  const { data = [] } = useQuery({
    queryKey: keys.brandOptions("characters"),
    queryFn: async () => (await vireo.characters.list({ pageSize: 100 })).characters,
    enabled: canRead,
  });
  return data.filter(({ voiceId }) => voiceId);
}

/** Selects a voice of the engine, or a character's. */
export const VoiceFields = ({ form, characters }: Props & { characters: readonly Character[] }) =>
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
