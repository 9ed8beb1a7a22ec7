import { Group, Select, SimpleGrid, Stack, Textarea } from "@mantine/core";
import type { KeyboardEvent } from "react";
import { estimateSpeech } from "vireo/speech/length";
import { useModels } from "../../ui/catalog";
import { FormLevel, formatPercent, formatSpeed } from "../../ui/level-field";
import { NoSpeechEngine, VoiceField } from "../../ui/voice-field";
import type { CreateForm } from "./use-create-form";

const MAX_SCRIPT = 5000;
const visuals = [
  { value: "", label: "Default" },
  { value: "stock", label: "Stock clips" },
  { value: "generated", label: "Generated images" },
  { value: "designed", label: "Designed scenes" },
];
const captionStyles = [
  { value: "bold", label: "Bold" },
  { value: "classic", label: "Classic" },
  { value: "karaoke", label: "Karaoke" },
  { value: "minimal", label: "Minimal" },
  { value: "none", label: "No captions" },
];

/** Keeps inputs in a row level, because descriptions may differ in length. */
const labelsAbove: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];

interface ScriptProps {
  form: CreateForm;
  isRequired: boolean;
  onKeyDown(event: KeyboardEvent): void;
}

/** Edits the script that the voice reads. */
export function ScriptField({ form, isRequired, onKeyDown }: ScriptProps) {
  const { script, speed } = form.values;
  const seconds = Math.ceil(estimateSpeech(script) / speed);
  return (
    <Textarea
      label="Script"
      description={script.trim() ? `About ${seconds} s` : "Each sentence gets its own clip or image"}
      placeholder="Most people skip breakfast. Our oat bar has 12 grams of protein. Order today."
      inputWrapperOrder={labelsAbove}
      {...form.getInputProps("script")}
      onKeyDown={onKeyDown}
      maxLength={MAX_SCRIPT}
      minRows={5}
      maxRows={16}
      required={isRequired}
    />
  );
}

/** Voice, visuals, captions and music of a narrated video. */
export function NarrationFields({ form }: { form: CreateForm }) {
  const imageModels = useModels("image") ?? [];
  const canSpeak = useModels("speak")?.length !== 0;
  const isTopic = form.values.videoType === "topic";
  return (
    <Stack gap="md">
      {/* The API narrates a prompt only if the request has a voice. */}
      {canSpeak ? <VoiceField input={form.getInputProps("voice")} required={isTopic} /> : <NoSpeechEngine />}
      <Group grow align="flex-start">
        <Select
          label="Visuals"
          description="For scenes without your own media"
          inputWrapperOrder={labelsAbove}
          data={visuals}
          {...form.getInputProps("visuals")}
          allowDeselect={false}
        />
        <Select
          label="Captions"
          description="Follow the spoken words"
          inputWrapperOrder={labelsAbove}
          data={captionStyles}
          {...form.getInputProps("captionStyle")}
          allowDeselect={false}
        />
      </Group>
      {form.values.visuals === "generated" && (
        <Select
          label="Image model"
          placeholder="Default"
          data={imageModels.map(({ id, title, engine }) => ({
            value: `${engine}:${id}`,
            label: `${title} (${engine})`,
          }))}
          {...form.getInputProps("imageModel")}
          value={form.values.imageModel || null}
          onChange={(model) => form.setFieldValue("imageModel", model ?? "")}
          searchable
          clearable
        />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <FormLevel form={form} name="musicVolume" label="Music" max={1} format={formatPercent} />
        <FormLevel form={form} name="speed" label="Voice speed" min={0.5} max={2} format={formatSpeed} />
      </SimpleGrid>
    </Stack>
  );
}
