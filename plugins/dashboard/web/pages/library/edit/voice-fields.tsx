import { Anchor, Autocomplete, SegmentedControl, Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { vireo } from "../../../api";
import { useCan } from "../../../session";
import type { VoiceoverDraft } from "./voiceover";

/** Said where nothing speaks, instead of a form that could not be sent. */
export function NoSpeechEngine() {
  const isAdmin = useCan("admin");
  return (
    <Text size="sm">
      No engine is configured that speaks: turn one on by its settings, such as OPENAI_API_KEY or OPENAI_SPEECH_URL
      {isAdmin ? (
        <>
          , and see in{" "}
          <Anchor component={Link} href="/settings/engines" size="sm" underline="always">
            Settings → Engines
          </Anchor>{" "}
          that it works.
        </>
      ) : (
        ", or ask an administrator to."
      )}
    </Text>
  );
}

interface Props {
  draft: VoiceoverDraft;
  change(patch: Partial<VoiceoverDraft>): void;
  errors: Record<string, string[]>;
  /** Ids of voices that the engine is known to have. */
  voices: readonly string[];
}

/** Who says it: a voice of the engine, or a character that has one. */
export function Speaker({ draft, change, errors, voices }: Props) {
  const mayRead = useCan("content:read");
  const { data = [] } = useQuery({
    queryKey: ["characters", "choice"],
    queryFn: async () => (await vireo.characters.list({ pageSize: 100 })).characters,
    enabled: mayRead,
  });
  const characters = data.filter(({ voiceId }) => voiceId);
  const isCharacter = draft.speaker === "character";
  return (
    <>
      {(characters.length > 0 || isCharacter) && (
        <SegmentedControl
          fullWidth
          data={[
            { value: "voice", label: "A voice" },
            { value: "character", label: "A character" },
          ]}
          value={draft.speaker}
          onChange={(speaker) => change({ speaker: speaker as VoiceoverDraft["speaker"] })}
          aria-label="Who speaks"
        />
      )}
      {isCharacter ? (
        <Select
          label="Character"
          placeholder="Choose one"
          description="It speaks with the voice that it has in Brand."
          data={characters.map(({ id, name }) => ({ value: id, label: name }))}
          value={draft.characterId || null}
          onChange={(id) => change({ characterId: id ?? "" })}
          error={errors.characterId?.[0]}
          searchable
        />
      ) : (
        <Autocomplete
          label="Voice"
          placeholder="The engine's own choice"
          description={
            voices.length > 0 ? "Choose one, or type the id of another." : "The voice's id at the engine that speaks."
          }
          data={[...voices]}
          value={draft.voice}
          onChange={(voice) => change({ voice })}
          error={errors.voice?.[0]}
          maxLength={200}
          clearable
        />
      )}
    </>
  );
}
