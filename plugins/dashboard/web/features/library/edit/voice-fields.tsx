import { SegmentedControl, Select } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { vireo } from "../../../api";
import { keys } from "../../../query-keys";
import { useCan } from "../../../session";
import { VoiceField } from "../../../ui/voice-field";
import type { VoiceoverDraft } from "./voiceover";

interface Props {
  form: UseFormReturnType<VoiceoverDraft>;
}

/** Selects a voice of the engine, or a character's. */
export function VoiceFields({ form }: Props) {
  const canRead = useCan("content:read");
  const { data = [] } = useQuery({
    queryKey: keys.brandOptions("characters"),
    queryFn: async () => (await vireo.characters.list({ pageSize: 100 })).characters,
    enabled: canRead,
  });
  const characters = data.filter(({ voiceId }) => voiceId);
  const { speaker } = form.values;
  const isCharacter = speaker === "character";
  return (
    <>
      {(characters.length > 0 || isCharacter) && (
        <SegmentedControl
          fullWidth
          data={[
            { value: "voice", label: "Voice" },
            { value: "character", label: "Character" },
          ]}
          {...form.getInputProps("speaker")}
          value={speaker}
          aria-label="Speaker"
        />
      )}
      {isCharacter ? (
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
      )}
    </>
  );
}
