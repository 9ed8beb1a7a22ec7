import { Anchor, Autocomplete, SegmentedControl, Select, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { vireo } from "../../../api";
import { keys } from "../../../query-keys";
import { useCan } from "../../../session";
import type { VoiceoverDraft } from "./voiceover";

/** Shown instead of the form if no engine can speak. */
export function NoSpeechEngine() {
  const isAdmin = useCan("admin");
  if (!isAdmin) {
    return <Text size="sm">No text-to-speech engine is configured. Ask an administrator to set one up.</Text>;
  }
  return (
    <Text size="sm">
      No text-to-speech engine is configured. Set OPENAI_API_KEY or OPENAI_SPEECH_URL, then check{" "}
      <Anchor component={Link} href="/settings/engines" size="sm" underline="always">
        Settings → Engines
      </Anchor>
      .
    </Text>
  );
}

interface Props {
  form: UseFormReturnType<VoiceoverDraft>;
  /** Known voices of the engine. */
  voices: readonly string[];
}

/** The voice: one of the engine's, or a character's. */
export function VoiceFields({ form, voices }: Props) {
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
        <Autocomplete
          label="Voice"
          placeholder="Default"
          description={voices.length > 0 ? "Select a voice or enter a voice ID" : "The engine's voice ID"}
          data={[...voices]}
          {...form.getInputProps("voice")}
          maxLength={200}
          clearable
        />
      )}
    </>
  );
}
