import { Autocomplete, type ComboboxParsedItem, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { Voice } from "vireo/client";
import { HOUR_MS, vireo } from "../api";
import { keys } from "../query-keys";
import { NotSetUp } from "./not-set-up";

/** Shown instead of the form if no engine can speak. */
export const NoSpeechEngine = () => <NotSetUp title="Text to speech isn't set up yet" />;

/** Reads the voices of all engines, by their value in requests. */
function useVoices(): ReadonlyMap<string, Voice> {
  const { data } = useQuery({ queryKey: keys.voices, queryFn: () => vireo.voices.list(), staleTime: HOUR_MS });
  return new Map(data?.voices.map((voice) => [`${voice.engine}:${voice.id}`, voice]));
}

interface Props {
  input: ReturnType<UseFormReturnType<object>["getInputProps"]>;
  required?: boolean;
}

/** Selects a voice of any engine. `input` is the result of the form's `getInputProps`. */
export function VoiceField({ input, required = false }: Props) {
  const voices = useVoices();
  const byEngine = Map.groupBy(voices, ([, { engine }]) => engine);
  return (
    <Autocomplete
      label="Voice"
      placeholder={required ? "Select a voice" : "Default"}
      required={required}
      description={voices.size > 0 ? "Select a voice or enter a voice ID" : "The engine's voice ID"}
      data={[...byEngine].map(([group, list]) => ({ group, items: list.map(([value]) => value) }))}
      filter={({ options, search }) => filterVoices(options, search, voices)}
      renderOption={({ option: { value } }) => {
        const voice = voices.get(value);
        return (
          <div>
            <Text size="sm">{voice?.name ?? value}</Text>
            <Text size="xs" c="dimmed">
              {[voice?.language, voice?.gender].filter(Boolean).join(", ") || value}
            </Text>
          </div>
        );
      }}
      {...input}
      maxLength={200}
      maxDropdownHeight={280}
      clearable
    />
  );
}

/** Filters voices by name, language or ID. */
function filterVoices(options: ComboboxParsedItem[], search: string, voices: ReadonlyMap<string, Voice>) {
  const text = search.trim().toLowerCase();
  return options.map((option) =>
    "items" in option
      ? {
          ...option,
          items: option.items.filter(({ value }) => {
            const { name = "", language = "" } = voices.get(value) ?? {};
            return `${value} ${name} ${language}`.toLowerCase().includes(text);
          }),
        }
      : option,
  );
}
